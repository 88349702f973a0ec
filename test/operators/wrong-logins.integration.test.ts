import type { ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLoginCheck } from '#src/dashboard/sign-in/check-login.ts';
import { deriveSecrets } from '#src/operators/derive-secrets.ts';
import { changeFactor, PasswordKnown, unlockOperator } from '#src/operators/manage-operators.ts';
import { MOST_WRONG_LOGINS } from '#src/operators/operator-sessions.ts';
import { listWrongLogins } from '#src/operators/wrong-logins.ts';
import { judgeSignIn } from '#src/monitor/judge-sign-in.ts';
import { openBoard, type Board } from '../dashboard/board-fixture.ts';
import {
  type Answer,
  type Clients,
  codeOf,
  openClients,
  openStaff,
  PASSWORD,
  type Staff,
  STRANGER,
} from '../dashboard/support/operators.ts';

/*
 * Somebody guesses the password of an operator, or knows it and guesses codes. All clients come
 * through one proxy, each with an address of its own, so the limit per address does not stop them.
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
  judgeSignIn((await listWrongLogins(staff.dashboard.pool)).filter((each) => each.login === login));

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
    for (const answer of await guess('rosa', wrong, MOST_WRONG_LOGINS + 3))
      expect(told(answer)).toEqual(ofPassword);
    // The right code no longer helps who has never signed in, nor does a forged proof of a known
    // browser.
    const forged = `ibe_browser=${'A'.repeat(43)}`;
    for (const cookie of [null, forged, `${browser}x`]) {
      const [answer] = await guess('rosa', codeOf(factor), 1, cookie);
      expect(told(answer!)).toEqual(ofPassword);
    }
    expect(await locksOf('rosa')).toEqual([
      { operator: 'dashboard:(sign-in)', source: expect.stringMatching(/^10\./) },
    ]);
    expect(board.lines.filter((line) => line.includes('too many wrong passwords or codes')).join()).toContain(
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
      `update operator_wrong_logins set wrong = $1 where source = 'known browser'`,
      [MOST_WRONG_LOGINS - 1],
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
      `insert into operator_wrong_logins (operator_id, source, wrong, first_at, newest_at) select id, '192.0.2.1', $1, now(), now() from operators where login = 'sara'`,
      [MOST_WRONG_LOGINS - 2],
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
      `select w.source, w.wrong from operator_wrong_logins w join operators o on o.id = w.operator_id where o.login = 'nora'`,
    );
    expect(rows).toEqual([{ source: other, wrong: 1 }]);
  });

  it('are reported to operators, and end with one command, which also forgets the known browsers', async () => {
    const factor = await staff.add('mar', 'act');
    const browser = browserOf(await clients.post({ login: 'mar', code: codeOf(factor) }));
    const count = async (wrong: number) => {
      await staff.database.pool.query(
        `insert into operator_wrong_logins (operator_id, source, wrong, first_at, newest_at) select id, '192.0.2.1', $1, now(), now() from operators where login = 'mar'
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
    // The proof from before the command is worth nothing: its wrong codes count among those of all
    // others.
    await guess('mar', wrongFor(renewed!), 1, browser);
    const { rows } = await staff.database.pool.query(
      `select w.source from operator_wrong_logins w join operators o on o.id = w.operator_id where o.login = 'mar'`,
    );
    expect(rows).not.toContainEqual({ source: 'known browser' });
    expect(rows).toHaveLength(1);
  });
});

describe('wrong passwords', () => {
  /** Counts wrong passwords of an operator as if they came from one address. */
  const count = (login: string, passwords: number) =>
    staff.database.pool.query(
      `insert into operator_wrong_logins select id, '192.0.2.1', $2, now(), now(), $2 from operators where login = $1`,
      [login, passwords],
    );

  it('end after 50 from any addresses, while the operator gets in with a known browser, and one command ends the lock', async () => {
    const factor = await staff.add('olga', 'act');
    const browser = browserOf(await clients.post({ login: 'olga', code: codeOf(factor) }));
    await count('olga', MOST_WRONG_LOGINS - 2);
    const attempt = async (fields: object, cookie: string | null = null) => {
      await staff.forgetCodes();
      const headers = { 'x-forwarded-for': clients.newSite() };
      return (await clients.post({ login: 'olga', code: codeOf(factor), ...fields }, { cookie, headers }))
        .status;
    };
    // A wrong password in a known browser does not count among those of strangers.
    expect(await attempt({ password: 'x' }, browser)).toBe(401);
    expect(await attempt({ password: 'x' })).toBe(401);
    expect(await locksOf('olga')).toEqual([]);
    expect(await attempt({ password: 'x' }, `${browser}x`)).toBe(401);
    expect(await locksOf('olga')).toHaveLength(1);
    for (let more = 0; more < 3; more += 1) expect(await attempt({})).toBe(401);
    expect(await attempt({}, browser)).toBe(303);
    const [finding] = await findingsOn('olga');
    expect(finding).toMatchObject({
      urgency: 'look',
      why: '50 wrong passwords, from browsers in which they have not signed in before',
      todo: expect.stringContaining('npm run engine -- operator unlock olga'),
    });
    const by = { operator: 'test', reason: null };
    expect(await unlockOperator(staff.operators.orm, 'olga', by)).toBe(50);
    expect(await findingsOn('olga')).toEqual([]);
    expect(await attempt({})).toBe(303);
  });

  it('and wrong codes together are at most 50, and a lock after many codes ends only with new secrets', async () => {
    const factor = await staff.add('pia', 'act');
    await guess('pia', wrongFor(factor), 10);
    await count('pia', MOST_WRONG_LOGINS - 10);
    expect((await guess('pia', codeOf(factor), 1))[0]!.status).toBe(401);
    expect((await findingsOn('pia'))[0]).toMatchObject({ urgency: 'act' });
    await expect(
      unlockOperator(staff.operators.orm, 'pia', { operator: 'test', reason: null }),
    ).rejects.toThrow(PasswordKnown);
  });

  it('have codes from known and other browsers that are counted together to find that the password is known', () => {
    const each = { login: 'eva', codes: 5, passwords: 45, firstAt: 0, newestAt: 0 };
    const findings = judgeSignIn([
      { ...each, isKnown: true },
      { ...each, isKnown: false },
    ]);
    expect(findings.map(({ todo }) => todo)).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining('operator password eva') as string),
    );
    expect(findings.map(({ urgency }) => urgency)).toEqual(['act', 'act']);
  });

  /** Returns how many rows a connection has written in each table. */
  const readWritten = async (client: ClientBase) =>
    new Map(
      (
        await client.query<{ name: string; rows: number }>(
          `select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_xact_user_tables`,
        )
      ).rows.map(({ name, rows }) => [name, rows]),
    );

  it('write as many rows for a login that nobody has as for one with any fault, before and after a lock', async () => {
    const factor = await staff.add('quim', 'act');
    const client = await staff.dashboard.pool.connect();
    const { proof } = await deriveSecrets(PASSWORD, (await staff.sessions.findSalt('quim'))!);
    const write = async (login: string, derived: Buffer, step: number, wrong: number) => {
      await staff.database.pool.query('delete from operator_wrong_logins');
      await staff.database.pool.query(
        `insert into operator_wrong_logins select id, '10.0.0.1', $1, now(), now() from (select id from operators union select 0) o`,
        [wrong],
      );
      const { shownBrowser, ownBrowser, network } = STRANGER;
      const given = [login, derived, step, Buffer.from(factor), shownBrowser, ownBrowser, network];
      await client.query('begin');
      const before = await readWritten(client);
      await client.query('select sign_in_operator($1, $2, $3, $4, $5, $6, $7)', given);
      const after = await readWritten(client);
      await client.query('rollback');
      return [...after].flatMap(([table, rows]) =>
        rows === before.get(table) ? [] : [`${table} ${rows - (before.get(table) ?? 0)}`],
      );
    };
    try {
      for (const wrong of [7, MOST_WRONG_LOGINS])
        for (const [login, derived, step] of [
          ['nobody', proof, 1e12],
          ['quim', Buffer.from('x'), 1e12],
          ['quim', proof, 0],
          ...(wrong < MOST_WRONG_LOGINS ? [] : [['quim', proof, 1e12] as const]),
        ] as const)
          expect(await write(login, derived, step, wrong)).toEqual(['operator_wrong_logins 1']);
    } finally {
      client.release();
    }
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
