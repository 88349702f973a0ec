import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoundStatement } from '../../../src/platform/postgres/statement.ts';
import * as sql from '../../../src/remit/statements/spfe.sql.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

/*
 * What the workers' statements read while an organization has 20,000 deliveries waiting, as many that
 * AEAT has and was not told that they are paid, and as many that are paid and only prepared.
 */

const WAITING = 20_000;
const ISSUER = 'B12345674';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const client = await database.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of FILL) await client.query(statement);
    await client.query('analyze');
  } finally {
    client.release(true);
  }
}, 60_000);
afterAll(() => database[Symbol.asyncDispose]());

const deliver = (organization: string, state: string, first: number, count = WAITING) => `
  insert into spfe_deliveries (issued_invoice_id, organization_id, issuer_nif, invoice_number, issue_date, mode, channel, state, due_by, version, csv, created_at)
  select n, ${organization}, '${ISSUER}', 'F' || n, '2026-01-01', 'send', 'interconnect', '${state}', now(), 1, 'CSV', now()
  from generate_series(${first} + 1, ${first} + ${count}) n`;
const FILL = [
  `insert into organizations (id, name) select n, 'O' || n from generate_series(1, 40) n`,
  `insert into chains (id, organization_id, issuer_nif, installation_number, sequence, last_hash, last_invoice_number, last_issue_date)
   select n, n, '${ISSUER}', 'i' || n, 1, repeat('A', 64), 'x', '2026-01-01' from generate_series(1, 40) n`,
  deliver('1', 'prepared', 0),
  deliver('1', 'admitted', 100_000),
  deliver('1', 'pending', 200_000),
  // The other organizations have one each.
  deliver('n % 1000 + 1', 'pending', 300_000, 39),
  `insert into spfe_versions (issued_invoice_id, version, organization_id, is_copy, xml, size, sha256, created_at)
   select d.issued_invoice_id, 1, d.organization_id, false, '', 9000, sha256(''), now() from spfe_deliveries d`,
  `insert into spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, effective_on, requested_by, requested_at, is_sendable)
   select d.organization_id, d.issuer_nif, d.issued_invoice_id, 'SETTLEMENT', '2026-01-02', 'x', now(), d.state = 'admitted'
   from spfe_deliveries d where d.state in ('prepared', 'admitted')`,
];

type Plan = {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
};

/** Counts the rows that the scans of a plan read. */
function countRead({ Plans = [], ...node }: Plan): number {
  const own = node['Node Type'].includes('Scan')
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0;
  return Plans.reduce((sum, each) => sum + countRead(each), own);
}

async function read({ text, values }: BoundStatement<object>): Promise<number> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local role engine_worker');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    await client.query('rollback');
    return countRead(rows[0]!['QUERY PLAN'][0].Plan);
  } finally {
    client.release();
  }
}

describe('while an organization has many deliveries waiting', () => {
  const now = new Date();

  it('the list of issuers with work counts at most 600 of each, and has every issuer', async () => {
    expect(await read(sql.listDueSpfe(now, 500, true))).toBeLessThan(40_000);
    const { rows } = await database.pool.query<{ deliveries: number }>(sql.listDueSpfe(now, 500, true));
    expect(rows.map(({ deliveries }) => deliveries)).toEqual([600, ...Array.from({ length: 39 }, () => 1)]);
  });

  it.each([
    ['of documents', sql.takeSpfeDeliveries(1, ISSUER, now, 100, 20_000_000)],
    ['of what may have arrived', sql.takeUncertainSpfe(1, ISSUER, now, 100, 20_000_000)],
    ['of events', sql.takeSpfeMessages(1, ISSUER, now, 100, ['SETTLEMENT'])],
    ['of withdrawals', sql.takeSpfeMessages(1, ISSUER, now, 100, ['CANCELINVOICE'])],
    ['of what is to be written', sql.listUnwrittenSpfe(1, ISSUER, 100)],
  ] as const)('a claim %s reads some rows for each that it takes', async (_what, statement) => {
    expect(await read(statement)).toBeLessThan(3000);
  });
});
