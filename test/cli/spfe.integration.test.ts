import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { runCli } from '../support/run-cli.ts';
import { storeInState } from '../support/spfe-rows.ts';

/** Each command runs in its own process. */
vi.setConfig({ testTimeout: 120_000 });

let api: TestApi;
let organization: TestOrganization;
let first: number;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
  first = (await issueBatch(api, organization, 5, 'SPFE')) * 1000;
});
afterAll(() => api[Symbol.asyncDispose]());

const callWith = (transport: string, ...args: string[]) =>
  runCli('spfe', args, { DATABASE_URL: api.database.url, SPFE_TRANSPORT: transport });
const call = (...args: string[]) => callWith('sandbox', ...args);
const run = async (...args: string[]) => {
  const { code, out, err } = await call(...args);
  expect([code, err]).toEqual([0, '']);
  return out;
};

it('the commands show the deliveries of issuers with their reasons, and an invoice shows its own', async () => {
  const of = String(organization.id);
  expect(await run()).toBe('There is no delivery to the SPFE yet\n');
  expect(await run('deliveries', of)).toBe('There is no such delivery\n');
  const { pool } = api.database;
  const due = new Date('2026-11-20T10:00:00Z');
  await storeInState(pool, first, { state: 'pending', dueBy: due });
  await storeInState(pool, first + 1, {
    state: 'rejected',
    dueBy: due,
    code: 'SPFE-GEN-03',
    message: 'NIF\nmal',
  });
  await storeInState(pool, first + 2, { state: 'unknown', missing: ['is_business'] });
  await storeInState(pool, first + 3, {
    state: 'admitted',
    dueBy: due,
    localizador: 'LOC',
    answeredAt: due,
  });
  await storeInState(pool, first + 4, { state: 'not_concerned', reason: 'simplified' });
  await pool.query(
    `insert into spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, effective_on, requested_by, requested_at)
     values ($1, 'B12345674', $2, 'SETTLEMENT', '2026-11-25', 'key:1', now())`,
    [organization.id, first + 3],
  );
  await pool.query(
    `insert into spfe_recipient_reports (organization_id, issued_invoice_id, kind, effective_on, condition, first_seen_at)
     values ($1, $2, 'REJECTION', '2026-11-26', '01', '2026-11-27T08:00:00Z')`,
    [organization.id, first + 3],
  );
  const counts = '1 waiting, 1 admitted, 1 rejected, 1 unknown, 1 not concerned, 1 LATE, 1 messages waiting';
  const dates = 'next deadline 2026-11-20T10:00:00.000Z, last answer 2026-11-20T10:00:00.000Z';
  expect(await run()).toBe(`${of}  B12345674  ${counts}, ${dates}\n`);
  for (const command of [[], ['deliveries', of]])
    expect((await callWith('none', ...command)).out).toMatch(/^AEAT has not published the service\. /);
  const lines = (await run('deliveries', of)).trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/ {2}\S+ of \S+ {2}/, '  '))).toEqual([
    `${first + 2}  interconnect unknown  (nobody has stated is_business)`,
    `${first}  interconnect pending, due by 2026-11-20T10:00:00.000Z`,
    `${first + 1}  interconnect rejected, due by 2026-11-20T10:00:00.000Z  (SPFE-GEN-03: NIF\\u000amal)`,
  ]);
  expect((await run('deliveries', of, '--overdue')).trimEnd().split('\n')).toHaveLength(2);
  await pool.query('update spfe_deliveries set due_by = now() where due_by is not null');
  expect(await run('deliveries', of, '--overdue')).toBe('There is no such delivery\n');
  expect(await run()).not.toContain('LATE');
  await pool.query(`update spfe_deliveries set due_by = $1 where due_by is not null`, [due]);
  expect(await run('deliveries', of, '--state', 'not_concerned')).toContain('not_concerned  (simplified)');
  expect(await run('deliveries', of, '--issuer', 'A87654323')).toBe('There is no such delivery\n');
  const { out } = await runCli('invoice', ['show', String(first + 3)], { DATABASE_URL: api.database.url });
  expect(out).toContain(
    [
      '  SPFE: interconnect admitted, due by 2026-11-20T10:00:00.000Z  version 1',
      '      CSV SANDBOX-CSV, localizador LOC, 2026-11-20T10:00:00.000Z',
      '      SETTLEMENT of 2026-11-25 pending',
      '      the recipient reported REJECTION of 2026-11-26, commercial reasons, seen 2026-11-27T08:00:00.000Z',
    ].join('\n'),
  );
});

it('a halted issuer is resumed once, with a record of the act', async () => {
  const of = String(organization.id);
  await api.database.pool.query(
    `insert into spfe_issuers (organization_id, issuer_nif, halted_at, halted_reason, failures) values ($1, 'B12345674', now(), 'SPFE-FAULT-03: x', 3)`,
    [organization.id],
  );
  expect(await run()).toContain('3 failed attempts  HALTED: SPFE-FAULT-03: x\n');
  // Without Redis workers find the work by themselves.
  expect(await call('resume', of, 'B12345674', '--reason', 'renewed')).toMatchObject({
    code: 0,
    out: 'The deliveries of B12345674 are sent again\n',
  });
  expect((await call('resume', of, 'B12345674')).err).toContain('B12345674 is not halted');
  const { rows } = await api.database.pool.query(
    `select reason, details from operator_acts where act = 'spfe.resume'`,
  );
  expect(rows).toEqual([{ reason: 'renewed', details: { issuer: 'B12345674' } }]);
});

it('a downtime is listed with its evidence and confirmed with a reason', async () => {
  expect(await run('downtime')).toBe('No attempt has failed because of the SPFE\n');
  await api.database.pool.query(
    `insert into spfe_outages (began_at, last_failed_at, attempts, ended_at)
     values ('2026-11-19T08:00Z', '2026-11-20T09:30Z', 41, '2026-11-20T10:00Z')`,
  );
  const shown =
    '2026-11-19T08:00:00.000Z to 2026-11-20T10:00:00.000Z, 26 h 00 min, 41 failed attempts, the last at 2026-11-20T09:30:00.000Z';
  const until = '2026-11-26T23:00:00.000Z';
  expect(await run('downtime')).toBe(
    `1  ${shown}  can be confirmed: what was due meanwhile would be due by ${until}\n`,
  );
  expect((await call('downtime', '--confirm', '1')).err).toContain('--confirm needs --reason');
  expect((await call('downtime', '--confirm', '7', '--reason', 'x')).err).toContain('There is no downtime 7');
  expect(await run('downtime', '--confirm', '1', '--reason', "AEAT's notice", '--operator', 'ana')).toBe(
    `Downtime 1 is confirmed: 2 deliveries that were due during it are due by ${until}\n`,
  );
  expect(await run('downtime')).toBe(
    `1  ${shown}  confirmed by ana: what was due meanwhile is due by ${until}\n`,
  );
});
