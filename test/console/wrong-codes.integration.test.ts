import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLoginCheck } from '#src/console/sign-in/check-login.ts';
import { changeFactor } from '#src/console/operators/manage-operators.ts';
import { MOST_WRONG_CODES } from '#src/console/operators/operator-sessions.ts';
import { listWrongCodes } from '#src/console/operators/wrong-codes.ts';
import { judgeSignIn } from '#src/console/overview/judge-sign-in.ts';
import { openBoard, type Board } from './board-fixture.ts';
import {
  type Answer,
  type Clients,
  codeOf,
  openClients,
  openStaff,
  PASSWORD,
  type Staff,
} from './support/operators.ts';

/*
 * Somebody who knows the password of an operator guesses codes. All clients come through one proxy, each with an address of its own, so the limit per
 * address does not stop them.
 */

let staff: Staff;
let board: Board;
let clients: Clients;
beforeAll(async () => {
  staff = await openStaff();
  board = await openBoard({ readOnly: false, sessions: staff.sessions, trustedProxies: 'loopback' });
  clients = openClients(board.url, staff, await staff.add('ana', 'act'));
});
afterAll(async () => {
  await board[Symbol.asyncDispose]();
  await staff[Symbol.asyncDispose]();
});

const wrongFor = (factor: string) =>
  ['123456', '654321', '111111', '222222'].find(
    (code) => ![-1, 0, 1].some((steps) => codeOf(factor, steps) === code),
  )!;
const told = ({ status, headers: { date: _date, ...headers }, text }: Answer) => ({ status, headers, text });
/** Returns the cookie of a known browser that an answer sets. */
function browserOf({ headers }: Answer): string {
  const cookies = [headers['set-cookie'] ?? []].flat();
  return cookies.find((cookie) => cookie.startsWith('ibe_browser='))!.split(';', 1)[0]!;
}
const locksOf = async (login: string) =>
  (
    await staff.database.pool.query<{ operator: string; source: string }>(
      `select operator, details ->> 'source' as source from operator_acts where act = 'operator.lock' and details ->> 'login' = $1`,
      [login],
    )
  ).rows;
const findingsOn = async (login: string) =>
  judgeSignIn((await listWrongCodes(staff.dashboard.pool)).filter((codes) => codes.login === login));

/** Sends wrong codes, each from another address. */
async function guess(login: string, code: string, count: number, cookie: string | null = null) {
  const answers: Answer[] = [];
  for (let sent = 0; sent < count; sent += 1)
    answers.push(
      await clients.post({ login, code }, { cookie, headers: { 'x-forwarded-for': clients.newSite() } }),
    );
  return answers;
}

describe('wrong codes with the right password', () => {
  it('end after 50 from any addresses, with the answer to a wrong password, while the operator gets in with a known browser', async () => {
    const factor = await staff.add('rosa', 'act');
    const browser = browserOf(await clients.post({ login: 'rosa', code: codeOf(factor) }));
    await staff.forgetCodes();
    const ofPassword = told(await clients.post({ login: 'rosa', password: 'x', code: codeOf(factor) }));
    const wrong = wrongFor(factor);
    for (const answer of await guess('rosa', wrong, MOST_WRONG_CODES + 3))
      expect(told(answer)).toEqual(ofPassword);
    // The right code no longer helps who has never signed in, nor does a forged proof of a known browser.
    const forged = `ibe_browser=${'A'.repeat(43)}`;
    for (const cookie of [null, forged, `${browser}x`]) {
      const [answer] = await guess('rosa', codeOf(factor), 1, cookie);
      expect(told(answer!)).toEqual(ofPassword);
    }
    expect(await locksOf('rosa')).toEqual([
      { operator: 'dashboard:(sign-in)', source: expect.stringMatching(/^10\./) },
    ]);
    expect(board.lines.filter((line) => line.includes('too many wrong codes')).join()).toContain(
      '"login":"rosa"',
    );
    expect(await clients.post({ login: 'rosa', code: codeOf(factor) }, { cookie: browser })).toMatchObject({
      status: 303,
    });
    // A sign-in with a known browser does not let the others continue.
    await staff.forgetCodes();
    expect((await guess('rosa', codeOf(factor), 1))[0]!.status).toBe(401);
  });

  it('end after 50 with a stolen proof of a known browser too, so that nobody has more than 100 in a row', async () => {
    const factor = await staff.add('lola', 'act');
    const browser = browserOf(await clients.post({ login: 'lola', code: codeOf(factor) }));
    await staff.forgetCodes();
    const wrong = wrongFor(factor);
    await guess('lola', wrong, 1, browser);
    await staff.database.pool.query(
      `update operator_wrong_codes set wrong = $1 where source = 'known browser'`,
      [MOST_WRONG_CODES - 1],
    );
    expect(await locksOf('lola')).toEqual([]);
    await guess('lola', wrong, 1, browser);
    expect(await locksOf('lola')).toEqual([{ operator: 'dashboard:(sign-in)', source: 'known browser' }]);
    expect((await guess('lola', codeOf(factor), 1, browser))[0]!.status).toBe(401);
    // Browsers in which the operator has never signed in have their own count.
    expect((await guess('lola', codeOf(factor), 1))[0]!.status).toBe(303);
  });

  it('are counted when they come at the same time, even with a right one among them', async () => {
    const factor = await staff.add('sara', 'act');
    await staff.database.pool.query(
      `insert into operator_wrong_codes select id, '192.0.2.1', $1, now(), now() from operators where login = 'sara'`,
      [MOST_WRONG_CODES - 2],
    );
    const checks = [openLoginCheck(staff.sessions), openLoginCheck(staff.sessions)];
    const wrong = wrongFor(factor);
    const give = (code: string, index: number) =>
      checks[index % 2]!({ login: 'sara', password: PASSWORD, code }, new Date(), {
        address: clients.newSite(),
        browser: null,
      });
    const first = await Promise.all([wrong, wrong, wrong, wrong].map(give));
    expect(first.map(({ kind }) => kind).toSorted()).toEqual(['code', 'code', 'locked', 'locked']);
    expect(await give(codeOf(factor), 0)).toEqual({ kind: 'locked' });
  });

  it('of an address are forgotten when the operator signs in from it, and only those', async () => {
    const factor = await staff.add('nora', 'act');
    const [own, other] = [clients.newSite(), clients.newSite()];
    const post = (client: string, code: string) =>
      clients.post({ login: 'nora', code }, { headers: { 'x-forwarded-for': client } });
    await post(own, wrongFor(factor));
    await post(other, wrongFor(factor));
    expect((await post(own, codeOf(factor))).status).toBe(303);
    const { rows } = await staff.database.pool.query(
      `select w.source, w.wrong from operator_wrong_codes w join operators o on o.id = w.operator_id where o.login = 'nora'`,
    );
    expect(rows).toEqual([{ source: other, wrong: 1 }]);
  });

  it('are reported to operators, and end with one command, which also forgets the known browsers', async () => {
    const factor = await staff.add('mar', 'act');
    const browser = browserOf(await clients.post({ login: 'mar', code: codeOf(factor) }));
    const count = async (wrong: number) => {
      await staff.database.pool.query(
        `insert into operator_wrong_codes select id, '192.0.2.1', $1, now(), now() from operators where login = 'mar'
         on conflict (operator_id, source) do update set wrong = excluded.wrong`,
        [wrong],
      );
      return (await findingsOn('mar')).map(({ urgency, what }) => [urgency, what]);
    };
    expect(await count(9)).toEqual([]);
    expect(await count(10)).toEqual([
      ['look', 'Somebody who knows the password of operator mar enters wrong codes'],
    ]);
    expect(await count(50)).toEqual([
      [
        'act',
        'Operator mar can no longer sign in from browsers in which they have not signed in before, only from those in which they have',
      ],
    ]);
    expect((await findingsOn('mar'))[0]!.todo).toContain('npm run engine -- operator password mar');
    const renewed = await changeFactor(staff.operators.orm, 'mar', PASSWORD, {
      operator: 'test',
      reason: null,
    });
    expect(await findingsOn('mar')).toEqual([]);
    await staff.forgetCodes();
    expect((await clients.post({ login: 'mar', code: codeOf(renewed!) })).status).toBe(303);
    await staff.forgetCodes();
    // The proof from before the command is worth nothing: its wrong codes count among those of all others.
    await guess('mar', wrongFor(renewed!), 1, browser);
    const { rows } = await staff.database.pool.query(
      `select w.source from operator_wrong_codes w join operators o on o.id = w.operator_id where o.login = 'mar'`,
    );
    expect(rows).not.toContainEqual({ source: 'known browser' });
    expect(rows).toHaveLength(1);
  });

  it('of a wrong password write nothing, whatever login', async () => {
    const before = await listWrongCodes(staff.dashboard.pool);
    await clients.post({ login: 'ana', password: 'x', code: '000000' });
    await clients.post({ login: 'nobody', code: '000000' });
    expect(await listWrongCodes(staff.dashboard.pool)).toEqual(before);
  });
});

describe('the cookie of a known browser', () => {
  it('lasts 400 days, for this host only, and scripts cannot read it', async () => {
    const factor = await staff.add('luz', 'view');
    const set = async (headers: Record<string, string>) => {
      await staff.forgetCodes();
      const answer = await clients.post({ login: 'luz', code: codeOf(factor) }, { headers });
      return [answer.headers['set-cookie'] ?? []].flat()[1];
    };
    expect(await set({})).toMatch(
      /^ibe_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=34560000$/,
    );
    expect(await set({ 'x-forwarded-proto': 'https' })).toMatch(
      /^__Host-ibe_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=34560000$/,
    );
  });
});
