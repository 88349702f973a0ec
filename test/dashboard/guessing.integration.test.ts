import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLoginCheck } from '#src/dashboard/sign-in/check-login.ts';
import type { OperatorSessions } from '#src/operators/operator-sessions.ts';
import { eventually } from '../support/eventually.ts';
import { AUTHORIZATION, openBoard, type Board } from './board-fixture.ts';
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
 * Attempts to guess a login. All clients come through one proxy, and wrong logins are counted for
 * the network of each client.
 */

let staff: Staff;
let board: Board;
let secret: string;
let clients: Clients;
beforeAll(async () => {
  staff = await openStaff();
  secret = await staff.add('ana', 'act');
  await staff.add('eva', 'view');
  board = await openBoard({ readOnly: false, sessions: staff.sessions, trustedProxies: 'loopback' });
  clients = openClients(board.url, staff, secret);
});
afterAll(async () => {
  await board[Symbol.asyncDispose]();
  await staff[Symbol.asyncDispose]();
});

describe('a client that guesses', () => {
  it.each([
    ['a wrong password', { password: 'tres tristes tigras' }],
    ['an unknown login', { login: 'nobody' }],
    ['a wrong code', { login: 'eva', code: '000000' }],
    ['no code', { login: 'eva', code: '' }],
    ['the code in other digits', { login: 'eva', code: '१२३४५६' }],
    ['a very long password', { password: 'x'.repeat(10_000) }],
    ['an SQL injection as the login', { login: `ana' or true --` }],
    ['a NUL in the login', { login: 'ana\u0000' }],
  ])('receives the same message for %s', async (_what, fields) => {
    await staff.forgetCodes();
    const answer = await clients.post({ code: codeOf(secret), ...fields });
    expect(answer.status).toBe(401);
    expect(answer.cookie).toBeNull();
    expect(answer.text).toContain('The login, password or code is wrong.');
    expect(board.lines.join()).not.toMatch(/tigras|tristes/);
  });

  it('is refused after ten wrong logins, with its whole network and regardless of X-Forwarded-For', async () => {
    await using strict = await openBoard({ readOnly: true, sessions: staff.sessions });
    for (let wrong = 1; wrong <= 11; wrong += 1) {
      const answer = await visit(`${strict.url}/sign-in`, {
        fields: { login: 'x'.repeat(300), password: 'x', code: '1' },
        headers: { 'x-forwarded-for': `10.9.9.${wrong}` },
      });
      expect(answer.status).toBe(wrong <= 10 ? 401 : 429);
    }
    await staff.forgetCodes();
    const fields = { login: 'ana', password: PASSWORD, code: codeOf(secret) };
    expect((await visit(`${strict.url}/sign-in`, { fields })).status).toBe(429);
    expect((await visit(strict.url, { headers: { authorization: AUTHORIZATION } })).status).toBe(429);
  });

  it('is refused after ten invalid session tokens', async () => {
    const client = clients.newClient();
    for (let wrong = 1; wrong <= 10; wrong += 1) {
      const cookie = `ibe_operator=opr_${String(wrong).padStart(43, 'x')}`;
      const answer = await clients.send('/api/queues', {
        client,
        cookie,
        headers: { 'sec-fetch-mode': 'cors' },
      });
      expect(answer).toMatchObject({ status: 401, cookie: 'ibe_operator=' });
    }
    expect((await clients.send('/', { client, cookie: await clients.signIn() })).status).toBe(429);
  });

  it('learns nothing from the response time, because each attempt sends the same queries in the same order', async () => {
    const factor = await staff.add('nora', 'act');
    const wrong = codeOf(factor) === '123456' ? '654321' : '123456';
    let asked: string[] = [];
    const spy = (name: keyof OperatorSessions) => {
      const ask = staff.sessions[name] as (...given: unknown[]) => Promise<unknown>;
      return (...given: unknown[]) => {
        asked.push(name);
        return ask(...given);
      };
    };
    const sessions = {
      ...staff.sessions,
      findSalt: spy('findSalt'),
      findFactor: spy('findFactor'),
      begin: spy('begin'),
    } as OperatorSessions;
    const check = openLoginCheck(sessions);
    const give = async (fields: object) => {
      asked = [];
      const given = { login: 'nora', password: PASSWORD, code: codeOf(factor), ...fields };
      return { kind: (await check(given, new Date(), { address: '192.0.2.1', browser: null })).kind, asked };
    };
    const all = ['findSalt', 'findFactor', 'begin'];
    expect(await give({ login: 'nobody' })).toEqual({ kind: 'wrong', asked: all });
    expect(await give({ password: 'x' })).toEqual({ kind: 'wrong', asked: all });
    expect(await give({ password: 'x', code: '' })).toEqual({ kind: 'wrong', asked: all });
    expect(await give({ code: wrong })).toEqual({ kind: 'code', asked: all });
    await staff.database.pool.query(
      `update operator_wrong_logins set wrong = 50 where operator_id = (select id from operators where login = 'nora')`,
    );
    expect(await give({})).toEqual({ kind: 'locked', asked: all });
    expect(await give({ code: 'x' })).toEqual({ kind: 'locked', asked: all });
    expect(await give({ password: 'x' })).toEqual({ kind: 'wrong', asked: all });
  });

  it('is refused with a code that was already used, or with an earlier one', async () => {
    const factor = await staff.add('mar', 'view');
    const guess = async (code: string) => (await clients.post({ login: 'mar', code })).status;
    const [before, now] = [codeOf(factor, -1), codeOf(factor)];
    expect([await guess(now), await guess(now), await guess(before)]).toEqual([303, 401, 401]);
    await staff.forgetCodes();
    expect(await guess(codeOf(factor, -3))).toBe(401);
    const raced = await Promise.all([guess(now), guess(now)]);
    expect(raced.toSorted()).toEqual([303, 401]);
  });

  it('with many attempts at the same time receives 503 for some of them, which count as wrong attempts', async () => {
    const client = clients.newSite();
    const guess = () =>
      clients.post({ login: 'nobody', code: '1' }, { headers: { 'x-forwarded-for': client } });
    const answers = await Promise.all(Array.from({ length: 14 }, guess));
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThanOrEqual(4);
    expect(busy[0]!.text).toContain('Too many people are signing in');
    expect((await guess()).status).toBe(429);
  });

  it('from many addresses at the same time does not lock out an operator', async () => {
    const flooding = new AbortController();
    const flood = Array.from({ length: 24 }, async () => {
      const headers = { 'x-forwarded-for': clients.newSite() };
      const statuses: number[] = [];
      // The password of this operator is fast to check in the tests.
      const fields = { login: 'eva', password: 'tres tristes tigras', code: '1' };
      while (!flooding.signal.aborted) statuses.push((await clients.post(fields, { headers })).status);
      return statuses;
    });
    await eventually(() => board.lines.filter((line) => line.includes('Dashboard login failed')).length > 24);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      await staff.forgetCodes();
      const headers = { 'x-forwarded-for': '198.51.100.1' };
      statuses.push((await clients.post({ code: codeOf(secret) }, { headers })).status);
    }
    flooding.abort();
    const ofStrangers = new Set((await Promise.all(flood)).flat());
    expect(statuses).toEqual([303, 303, 303, 303]);
    expect([...ofStrangers].every((status) => [401, 429, 503].includes(status))).toBe(true);
  });

  it('from another site cannot sign in', async () => {
    await staff.forgetCodes();
    const fields = { code: codeOf(secret) };
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': '', origin: 'https://evil.example' },
    ])
      expect(await clients.post(fields, { headers })).toMatchObject({
        status: 403,
        cookie: null,
      });
    const json = await fetch(`${board.url}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': clients.newClient() },
      body: '{"login":{}}',
    });
    expect(json.status).toBe(415);
  });
});
