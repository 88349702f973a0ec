import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperatorRole } from '../../../../src/contracts/codes.ts';
import { changeRole, dropOperator } from '#src/operators/manage-operators.ts';
import { codeOf as codeOfStatement, type FilledApi, openFilledApi } from '../../../support/every-table.ts';
import { codeOf, openStaff, PASSWORD, type Staff, STRANGER } from '../../../dashboard/support/operators.ts';
import { deriveSecrets } from '#src/operators/derive-secrets.ts';
import { hashToken } from '#src/dashboard/sign-in/known-sessions.ts';

/*
 * The names in which statements with the dashboard's login can act: that of a session, according to
 * its role, and that of the shared login, which is not an operator's.
 */
const NOBODY = '28000';
const CHANGE = { operator: 'test', reason: null };

let filled: FilledApi;
let staff: Staff;
let statements: readonly string[];
beforeAll(async () => {
  filled = await openFilledApi();
  staff = await openStaff(filled.api.database);
  for (const [login, role] of [
    ['ana', 'act'],
    ['eva', 'view'],
  ] as const)
    secrets.set(login, await staff.add(login, role));
  const { id } = filled.own;
  const invoice = filled.batches.get(id)! * 1000 + 1;
  const { rows } = await filled.api.database.pool.query<{ id: string }>(
    'select id from chains where organization_id = $1',
    [id],
  );
  const chain = rows[0]!.id;
  statements = [
    `select resume_chain($1, $2, 'x', 'x', ${chain})`,
    `select mark_chain($1, $2, 'x', 'x', ${chain})`,
    `select resume_sii_issuer($1, $2, 'x', 'x', ${chain})`,
    `select pause_organization($1, $2, 'x', 'x', ${id}, true)`,
    `select pause_organization($1, $2, 'x', 'x', ${id}, false)`,
    `select order_correction($1, $2, 'x', 'x', ${invoice}, 'annul', false)`,
    `select acknowledge_finding($1, $2, 'x', 'x', 17, '{"newestAt": 1}')`,
    ...['queue.pause', 'job.retry', 'batch.retry', 'pdf.retry'].map(
      (act) => `select record_dashboard_act($1, $2, 'x', 'x', '${act}', ${id}, 1, '{}')`,
    ),
  ];
});
afterAll(async () => {
  await staff[Symbol.asyncDispose]();
  await filled[Symbol.asyncDispose]();
});

let seen = 0;
beforeEach(async () => {
  const { rows } = await filled.api.database.pool.query<{ id: number }>(
    'select coalesce(max(id), 0)::int as id from operator_acts',
  );
  seen = rows[0]!.id;
  await filled.api.database.pool.query(
    `update remissions set halted_at = now(), halted_reason = 'AEAT 4112: x', failures = 2`,
  );
});

const secrets = new Map<string, string>();
/** Signs an operator in. @returns the hash of the session's token. */
async function signIn(login: string): Promise<Buffer> {
  await staff.forgetCodes();
  const salt = await staff.sessions.findSalt(login);
  const { proof } = await deriveSecrets(PASSWORD, salt!);
  // Any step is accepted here, because the code is checked before.
  expect(codeOf(secrets.get(login)!)).toMatch(/^\d{6}$/);
  const tokenHash = hashToken(`opr_${randomBytes(32).toString('base64url')}`);
  expect(await staff.sessions.begin({ login, proof, step: 1, tokenHash, ...STRANGER })).toBe('in');
  return tokenHash;
}

const LOOK = `select record_dashboard_act($1, $2, 'x', 'x', 'batch.look', null, 1, '{}')`;
const run = (sql: string, token: Buffer | null, shared: string | null) =>
  codeOfStatement(staff.dashboard.pool, sql, [token, shared]);
const runAll = async (token: Buffer | null, shared: string | null) =>
  new Set(await Promise.all(statements.map((sql) => run(sql, token, shared))));
const listNames = async () => {
  const { rows } = await filled.api.database.pool.query<{ operator: string }>(
    `select distinct operator from operator_acts where id > $1
     union select operator from correction_orders where settled_at is null and client = 'x' order by 1`,
    [seen],
  );
  return rows.map(({ operator }) => operator);
};
const forgetOrders = () =>
  filled.api.database.pool.query(
    `update correction_orders set settled_at = now(), outcome = 'refused', message = 'x' where settled_at is null`,
  );

describe('a session of the dashboard', () => {
  it('acts in the name of an operator with the role act, whatever other name is given', async () => {
    const token = await signIn('ana');
    expect(await runAll(token, null)).toEqual(new Set(['accepted']));
    expect(await listNames()).toEqual(['dashboard:ana']);
    expect(await run(LOOK, token, 'eva')).toBe('accepted');
    expect(await listNames()).toEqual(['dashboard:ana']);
    await forgetOrders();
  });

  it('can only read if the operator has the role view', async () => {
    const token = await signIn('eva');
    expect(await runAll(token, null)).toEqual(new Set([NOBODY]));
    expect(await runAll(token, 'operator')).toEqual(new Set([NOBODY]));
    expect(await listNames()).toEqual([]);
    expect(await run(LOOK, token, null)).toBe('accepted');
    expect(await listNames()).toEqual(['dashboard:eva']);
  });

  it('can do nothing if it does not exist, has ended or its operator was changed or removed', async () => {
    const age = (column: string, interval: string) =>
      filled.api.database.pool.query(
        `update operator_sessions set ${column} = now() - interval '${interval}'`,
      );
    const changeTo = (role: OperatorRole) => changeRole(staff.operators.orm, 'ana', role, CHANGE);
    for (const end of [
      async (token: Buffer) => staff.sessions.end(token),
      async () => age('used_at', '2 hours 1 second'),
      async () => age('created_at', '12 hours 1 second'),
      async () => changeTo('view'),
      async () => changeTo('act'),
      async () => dropOperator(staff.operators.orm, 'ana', CHANGE),
    ]) {
      const token = await signIn('ana');
      await end(token);
      const { rows } = await filled.api.database.pool.query<{ id: number }>(
        'select max(id)::int as id from operator_acts',
      );
      seen = rows[0]!.id;
      expect(await runAll(token, null)).toEqual(new Set([NOBODY]));
      expect(await run(LOOK, token, null)).toBe(NOBODY);
      expect(await listNames()).toEqual([]);
    }
    for (const token of [Buffer.alloc(0), Buffer.alloc(32), randomBytes(32)])
      expect(await runAll(token, 'operator')).toEqual(new Set([NOBODY]));
  });
});

describe('the shared login of the dashboard', () => {
  it('acts in its own name', async () => {
    expect(await runAll(null, 'Mariana Pineda')).toEqual(new Set(['accepted']));
    expect(await listNames()).toEqual(['dashboard:Mariana Pineda']);
    await forgetOrders();
  });

  it('cannot have the name of a current or former operator, or one that looks like it', async () => {
    // Ana was removed above.
    for (const name of [
      'eva',
      'ana',
      'EVA',
      ' eva',
      'eva ',
      'e v a',
      'eva!',
      '"eva"',
      'еva',
      'eva\u200b',
      'éva',
      '',
      ' ',
      'a\nb',
    ])
      expect({ name, codes: [...(await runAll(null, name)), await run(LOOK, null, name)] }).toEqual({
        name,
        codes: [NOBODY, NOBODY],
      });
    expect(await runAll(null, null)).toEqual(new Set([NOBODY]));
    expect(await listNames()).toEqual([]);
  });
});
