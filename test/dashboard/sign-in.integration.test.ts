import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeRole, dropOperator } from '#src/operators/manage-operators.ts';
import { eventually } from '../support/eventually.ts';
import { openGateTo } from '../support/tcp-gate.ts';
import { openPool } from '#src/platform/postgres/database.ts';
import { openOperatorSessions } from '#src/operators/operator-sessions.ts';
import { AUTHORIZATION, JOB, openBoard, type Board } from './board-fixture.ts';
import {
  type Clients,
  codeOf,
  openClients,
  openStaff,
  PASSWORD,
  type Staff,
  visit,
} from './support/operators.ts';

/*
 * Operators with their own logins. All clients come through one proxy, and wrong logins are counted
 * for the network of each client.
 */

let staff: Staff;
let board: Board;
let secret: string;
let send: Clients['send'];
let post: Clients['post'];
let signIn: Clients['signIn'];
let isIn: Clients['isIn'];
beforeAll(async () => {
  staff = await openStaff();
  secret = await staff.add('ana', 'act');
  await staff.add('eva', 'view');
  board = await openBoard({ readOnly: false, sessions: staff.sessions, trustedProxies: 'loopback' });
  ({ send, post, signIn, isIn } = openClients(board.url, staff, secret));
});
afterAll(async () => {
  await board[Symbol.asyncDispose]();
  await staff[Symbol.asyncDispose]();
});

const ORDER = { operator: 'test', reason: null };
describe('a visitor without a session', () => {
  it('is redirected to the sign-in page, and from there back to the requested page', async () => {
    const led = await send('/jobs/queue/batches?status=failed');
    expect(led).toMatchObject({
      status: 303,
      location: '/sign-in?next=%2Fjobs%2Fqueue%2Fbatches%3Fstatus%3Dfailed',
    });
    const page = await send(led.location!);
    expect(page.text).toContain('name="next" value="/jobs/queue/batches?status=failed"');
    await staff.forgetCodes();
    const answer = await post({ code: codeOf(secret), next: '/jobs/queue/batches?status=failed' });
    expect(answer).toMatchObject({ status: 303, location: '/jobs/queue/batches?status=failed' });
    expect((await send(answer.location!, { cookie: answer.cookie })).status).toBe(200);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])('is never redirected to %s', async (next) => {
    await staff.forgetCodes();
    expect(await post({ code: codeOf(secret), next })).toMatchObject({ status: 303, location: '/' });
  });

  it('receives 401 as a script or a program, and is asked for the shared login on request', async () => {
    const ask = async (path: string, headers: Record<string, string>) => {
      const answer = await send(path, { headers });
      return [answer.status, answer.headers['www-authenticate'] !== undefined];
    };
    expect(await ask('/api/queues', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' })).toEqual([
      401,
      false,
    ]);
    expect(await ask('/api/queues', { 'sec-fetch-mode': '', accept: '*/*' })).toEqual([401, true]);
    expect(await ask('/sign-in/shared', { accept: 'text/html', 'sec-fetch-mode': 'navigate' })).toEqual([
      401,
      true,
    ]);
    expect(await ask('/sign-in/shared', { authorization: AUTHORIZATION })).toEqual([303, false]);
    expect(await ask('/assets/page.css', {})).toEqual([200, false]);
    expect(await ask('/sign-out', { accept: 'text/html', 'sec-fetch-mode': 'navigate' })).toEqual([
      303,
      false,
    ]);
  });

  it('can use the shared login in addition to the logins of operators', async () => {
    const headers = { authorization: AUTHORIZATION };
    expect((await send('/jobs/', { headers })).status).toBe(200);
    expect((await send('/api/queues/batches/pause', { headers, fields: {} })).status).toBe(404);
    const paused = await fetch(`${board.url}/api/queues/batches/pause`, { method: 'PUT', headers });
    expect(paused.status).toBe(200);
    expect(board.acts.at(-1)).toMatchObject({ operator: 'dashboard:operator', act: 'queue.pause' });
    await fetch(`${board.url}/api/queues/batches/resume`, { method: 'PUT', headers });
  });

  it('who follows a link from another site is sent to the page again, because browsers omit the cookie at first', async () => {
    const cookie = await signIn();
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const led = await send('/queue/batches?a="><x', { headers: foreign });
    expect(led).toMatchObject({ status: 200, location: null });
    expect(led.text).toContain('<meta http-equiv="refresh" content="0; url=/queue/batches?a=%22%3E%3Cx"');
    expect((await send('/jobs/queue/batches', { cookie })).status).toBe(200);
  });
});

describe('a session', () => {
  it('has a cookie for this host only, which scripts cannot read', async () => {
    await staff.forgetCodes();
    const code = ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`;
    const setBy = async (headers: Record<string, string>) => {
      await staff.forgetCodes();
      return (await post({ login: ' ANA ', code }, { headers })).headers['set-cookie']?.[0];
    };
    expect(await setBy({})).toMatch(/^ibe_operator=opr_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const secure = await setBy({ 'x-forwarded-proto': 'https' });
    expect(secure).toMatch(/^__Host-ibe_operator=opr_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    const token = /opr_[\w-]+/.exec(secure!)![0];
    const https = { 'x-forwarded-proto': 'https' };
    // A cookie that can be set without TLS is not accepted with TLS.
    expect((await send('/sign-out', { cookie: `ibe_operator=${token}`, headers: https })).status).toBe(303);
    expect((await send('/sign-out', { cookie: `__Host-ibe_operator=${token}`, headers: https })).status).toBe(
      200,
    );
    // The database does not contain the token.
    const { rows } = await staff.database.pool.query<{ hash: string }>(
      `select encode(token_hash, 'base64') as hash from operator_sessions`,
    );
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });

  it('is new with each sign-in, whatever cookie the browser sent, and the previous one ends', async () => {
    const planted = `ibe_operator=opr_${'A'.repeat(43)}`;
    await staff.forgetCodes();
    const first = await post({ code: codeOf(secret) }, { cookie: planted });
    expect(first.cookie).not.toBe(planted);
    expect(await isIn(planted)).toBe(false);
    await staff.forgetCodes();
    const second = await post({ code: codeOf(secret) }, { cookie: first.cookie });
    expect(second.cookie).not.toBe(first.cookie);
    expect(await isIn(first.cookie!)).toBe(false);
    expect(await isIn(second.cookie!)).toBe(true);
  });

  it('ends when its operator signs out, which requires the token of the form', async () => {
    const cookie = await signIn();
    const other = await signIn();
    const tokenOf = async (own: string) =>
      /name="token" value="([^"]+)"/.exec((await send('/sign-out', { cookie: own })).text)![1]!;
    expect((await send('/sign-out', { cookie, fields: {} })).status).toBe(403);
    expect((await send('/sign-out', { cookie, fields: { token: await tokenOf(other) } })).status).toBe(403);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const token = await tokenOf(cookie);
    expect((await send('/sign-out', { cookie, fields: { token }, headers: foreign })).status).toBe(403);
    expect(await isIn(cookie)).toBe(true);
    expect(await send('/sign-out', { cookie, fields: { token } })).toMatchObject({
      status: 303,
      cookie: 'ibe_operator=',
    });
    expect(await isIn(cookie)).toBe(false);
    expect(await isIn(other)).toBe(true);
  });

  it('ends soon after its operator is changed or removed', async () => {
    const factor = await staff.add('leo', 'act');
    for (const change of [
      () => changeRole(staff.operators.orm, 'leo', 'view', ORDER),
      () => dropOperator(staff.operators.orm, 'leo', ORDER),
    ]) {
      const cookie = await signIn('leo', codeOf(factor));
      expect(await isIn(cookie)).toBe(true);
      await change();
      await eventually(
        async () =>
          (await send('/api/queues', { cookie, headers: { 'sec-fetch-mode': 'cors' } })).status === 401,
      );
    }
  });
});

describe('an operator', () => {
  const put = (cookie: string, path: string) =>
    fetch(`${board.url}${path}`, { method: 'PUT', headers: { cookie, 'sec-fetch-site': 'same-origin' } });

  it('with the role view sees no buttons and cannot change anything', async () => {
    const factor = await staff.add('ines', 'view');
    const cookie = await signIn('ines', codeOf(factor));
    await board.addFailedJob('process-batch', JOB);
    const { queues } = (await fetch(`${board.url}/api/queues`, { headers: { cookie } }).then((answer) =>
      answer.json(),
    )) as { queues: object[] };
    for (const queue of queues) expect(queue).toMatchObject({ readOnlyMode: true, allowRetries: false });
    expect((await send('/jobs/', { cookie })).text).toContain('"label":"read-only"');
    const before = board.acts.length;
    for (const path of [
      '/api/queues/batches/pause',
      '/api/queues/pause',
      '/jobs/api/queues/pause',
      '/%6aobs/api/queues/pause',
      '/jobs/%61pi/queues/pause',
      '/api/queues/batches/retry/failed',
      '/api/queues/batches/1/retry',
    ]) {
      const answer = await put(cookie, path);
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({
        message: expect.stringContaining('may read, but change nothing'),
      });
    }
    expect(board.acts).toHaveLength(before);
    expect(await board.queues.get('batches')!.isPaused()).toBe(false);
  });

  it('with the role act is recorded under their own login', async () => {
    const cookie = await signIn();
    expect((await put(cookie, '/api/queues/batches/pause')).status).toBe(200);
    expect(board.acts.at(-1)).toMatchObject({ operator: 'dashboard:ana', act: 'queue.pause', end: 'kept' });
    expect((await put(cookie, '/api/queues/batches/resume')).status).toBe(200);
  });

  it('with the role act may act even if the shared login may only read', async () => {
    await using strict = await openBoard({ readOnly: false, sharedMayAct: false, sessions: staff.sessions });
    const cookie = await signIn();
    const change = (headers: Record<string, string>) =>
      fetch(`${strict.url}/api/queues/batches/pause`, { method: 'PUT', headers }).then(
        ({ status }) => status,
      );
    expect(await change({ authorization: AUTHORIZATION })).toBe(403);
    expect(await change({ cookie })).toBe(200);
  });
});

describe('the dashboard', () => {
  it('accepts only the shared login while the database is unavailable', async () => {
    await using gate = await openGateTo(staff.database.urlOf('dashboard'));
    await using database = openPool({ url: gate.url, applicationName: 'test', role: 'dashboard' });
    await using away = await openBoard({ readOnly: true, sessions: openOperatorSessions(database.pool) });
    const cookie = await signIn();
    expect((await visit(`${away.url}/sign-out`, { cookie })).status).toBe(200);
    gate.close();
    await eventually(async () => (await visit(`${away.url}/sign-out`, { cookie })).status === 503);
    const fields = { login: 'ana', password: PASSWORD, code: codeOf(secret) };
    expect((await visit(`${away.url}/sign-in`, { fields })).text).toContain('the database is not available');
    expect((await visit(`${away.url}/jobs/`, { headers: { authorization: AUTHORIZATION } })).status).toBe(
      200,
    );
    gate.open();
    await eventually(async () => (await visit(`${away.url}/sign-out`, { cookie })).status === 200);
  });

  it('asks every visitor for the shared login if there is no database or no operator', async () => {
    await using empty = await openStaff();
    for (const sessions of [null, empty.sessions]) {
      await using plain = await openBoard({ readOnly: true, sessions });
      const answer = await visit(plain.url, { headers: { 'sec-fetch-site': 'none' } });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/);
      expect(JSON.parse(answer.text)).toEqual({ message: 'Login required' });
    }
  });
});
