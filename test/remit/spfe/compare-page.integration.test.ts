import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareSpfePage, listPeriods } from '../../../src/remit/spfe/compare/compare-page.ts';
import {
  listDifferences,
  listDueComparisons,
  orderComparison,
} from '../../../src/remit/spfe/compare/comparisons.ts';
import { STATUS } from '../../../src/domain/spfe/messages/document-status.ts';
import { endSpfeComparison } from '../../../src/remit/statements/spfe-comparisons.sql.ts';
import { query } from '../../../src/platform/postgres/statement.ts';
import { markAll } from '../../../src/platform/postgres/lineage/restores.ts';
import { withTransaction } from '../../../src/platform/postgres/database.ts';
import { BY_TEST } from '../../support/api.ts';
import { SPFE_ISSUER } from '../../support/spfe.ts';
import { openTestSpfe, type TestSpfe } from '../../support/spfe-sending.ts';

let test: TestSpfe;
beforeEach(async () => {
  test = await openTestSpfe({ settings: { pageSize: 2 } });
});
afterEach(() => test[Symbol.asyncDispose]());

const issuer = () => ({ organizationId: test.organization.id, issuerNif: SPFE_ISSUER });
const context = () => test.context();
const chains = async () => [{ organizationId: test.organization.id, chainId: await test.chainOf() }];
const compare = () => compareSpfePage(context(), issuer());
/** Asks for pages until the comparison ends. @returns how many were asked for. */
async function compareAll(): Promise<number> {
  for (let pages = 1; pages < 20; pages += 1) {
    const { kind } = await compare();
    if (kind === 'ended') return pages;
    if (kind !== 'page') throw new Error(`The comparison does not go on: ${kind}`);
  }
  throw new Error('The comparison does not end');
}
const differences = async () =>
  (await listDifferences(test.pool, test.organization.id, null, 100)).map(
    ({ kind, number, invoiceId, details }) => ({ kind, number, isOurs: invoiceId !== null, details }),
  );
const states = async () => (await test.deliveries()).map(({ state }) => state);
/** Changes rows that nothing in the product changes, as a restore does. */
const change = (sql: string, values: unknown[] = []) =>
  withTransaction(test.pool, async (client) => {
    await client.query('set local session_replication_role = replica');
    await client.query(sql, values);
  });
/** Forgets deliveries, as a restore of an older backup does. */
const forget = async (number: string) => {
  for (const table of ['spfe_members', 'spfe_versions', 'spfe_deliveries'])
    await change(
      `delete from ${table} where issued_invoice_id in (select id from issued_invoices where invoice_number = $1)`,
      [number],
    );
};

describe('the comparison of an issuer with the SPFE', () => {
  it('reads each delivery of a day with many invoices only a few times', async () => {
    const documents = 300;
    await test.issue(documents, 'MANY');
    await change(
      `insert into spfe_compared (organization_id, issuer_nif, issue_date, invoice_number, status)
                  select organization_id, issuer_nif, issue_date, invoice_number, $1 from spfe_deliveries`,
      [STATUS.taken],
    );
    const { organizationId, issuerNif } = issuer();
    const now = test.api.clock.now;
    const read = await withTransaction(test.pool, async (client) => {
      await query(client, endSpfeComparison(organizationId, issuerNif, now, now, now, STATUS.taken));
      const { rows } = await client.query<{ tuples: string }>(
        `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as tuples from pg_stat_xact_user_tables
         where relname = 'spfe_deliveries'`,
      );
      return Number(rows[0]!.tuples);
    });
    expect(read).toBeGreaterThanOrEqual(documents);
    expect(read).toBeLessThan(10 * documents);
  });

  it('reads page after page, finds nothing if both are equal, and is made once a day', async () => {
    await test.issue(5, 'A');
    await test.advanceAll();
    expect(await listDueComparisons(test.pool, test.api.clock.now, 10)).toEqual(await chains());
    expect(await compareAll()).toBe(3);
    expect(await differences()).toEqual([]);
    expect(await test.read('select from spfe_compared')).toEqual([]);
    expect(await listDueComparisons(test.pool, test.api.clock.now, 10)).toEqual([]);
    expect(await compare()).toEqual({ kind: 'nothing' });
    test.pass(25 * 3600);
    expect(await listDueComparisons(test.pool, test.api.clock.now, 10)).toEqual(await chains());
    expect(await test.read("select outcome from spfe_requests where service = 'list'")).toEqual(
      [1, 2, 3].map(() => ({ outcome: 'answered' })),
    );
  });

  it('finds documents that nobody sent and admitted ones that are missing, and removes what is gone', async () => {
    await test.issue(3, 'A');
    await test.advanceAll();
    await forget('A-1');
    await test.issue(1, 'B');
    await change(
      `update spfe_deliveries set state = 'admitted', csv = 'X', version = 1, answered_at = $1 where invoice_number = 'B-1'`,
      [test.api.clock.now],
    );
    await change(`update spfe_deliveries set localizador = 'other' where invoice_number = 'A-2'`);
    test.pass(60);
    await compareAll();
    expect(await differences()).toEqual([
      {
        kind: 'content',
        number: 'A-2',
        isOurs: true,
        details: expect.stringMatching(/^localizador other here, /),
      },
      { kind: 'foreign', number: 'A-1', isOurs: false, details: null },
      { kind: 'missing', number: 'B-1', isOurs: true, details: null },
    ]);
    expect(await states()).toEqual(['admitted', 'admitted', 'admitted']);
    // Only an order begins the next comparison on the same day.
    await forget('B-1');
    expect(await orderComparison(test.pool, issuer(), BY_TEST)).toBe(true);
    expect(await orderComparison(test.pool, { ...issuer(), issuerNif: 'A87654323' }, BY_TEST)).toBe(false);
    await compareAll();
    expect((await differences()).map(({ kind }) => kind)).toEqual(['content', 'foreign']);
  });

  it('goes on where it was after a lost page, and another worker does not ask at the same time', async () => {
    await test.issue(3, 'A');
    await test.advanceAll();
    expect(await compare()).toEqual({ kind: 'page' });
    test.sandbox.control.addFaults({
      kind: 'http-status',
      service: 'spfe',
      operation: 'GetRegisteredInvoiceSOAP',
      count: 1,
    });
    expect(await compare()).toMatchObject({ kind: 'wait' });
    expect(await compare()).toEqual({ kind: 'nothing' });
    expect(await test.read('select attempts, ended_at from spfe_outages')).toEqual([
      { attempts: 1, ended_at: null },
    ]);
    test.pass(301);
    const results = await Promise.all([compare(), compare()]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['ended', 'nothing']);
    expect(await differences()).toEqual([]);
    expect(await test.read('select from spfe_outages where ended_at is null')).toEqual([]);
  });

  it('comes before everything that is sent after a restore, and what waits though it is there is looked up', async () => {
    await test.issue(3, 'A');
    await test.advanceAll();
    const before = await test.read<{ csv: string }>('select csv from spfe_deliveries order by 1');
    // The backup is from before the sending; one delivery has no contents yet.
    await change('delete from spfe_members');
    await change('delete from spfe_requests');
    await change('delete from spfe_issuers');
    await change(
      `update spfe_deliveries set state = 'pending', csv = null, localizador = null, answered_at = null, code = null`,
    );
    await change(
      `delete from spfe_versions where issued_invoice_id = (select min(issued_invoice_id) from spfe_versions)`,
    );
    await change(
      `update spfe_deliveries set version = 0 where issued_invoice_id = (select min(issued_invoice_id) from spfe_deliveries)`,
    );
    await markAll(test.pool, test.api.clock.now);
    expect(await test.advance()).toEqual({ kind: 'comparing' });

    await compareAll();
    expect(await states()).toEqual(['pending', 'uncertain', 'uncertain']);
    expect(await test.advance()).toEqual({ kind: 'comparing' });
    await test.write();
    await compareAll();
    expect(await states()).toEqual(['uncertain', 'uncertain', 'uncertain']);
    const sent = () =>
      test.sandbox.control.messages().filter(({ operation }) => operation === 'SendInvoiceSOAP').length;
    const messages = sent();
    await test.advanceAll();
    expect(await states()).toEqual(['admitted', 'admitted', 'admitted']);
    expect(sent()).toBe(messages);
    expect(await test.read('select csv from spfe_deliveries order by 1')).toEqual(before);
    expect(await differences()).toEqual([]);
  });

  it('halts an issuer that must be compared if the SPFE refuses it, and otherwise waits for the next day', async () => {
    await test.issue(1, 'A');
    await test.advanceAll();
    const refuse = () =>
      test.sandbox.control.addFaults({
        kind: 'soap-fault',
        code: 4,
        service: 'spfe',
        operation: 'GetRegisteredInvoiceSOAP',
        count: 1,
      });
    refuse();
    expect(await compare()).toEqual({ kind: 'ended' });
    expect(await compare()).toEqual({ kind: 'nothing' });
    await change('update spfe_issuers set must_compare = true');
    refuse();
    expect(await compare()).toEqual({ kind: 'halted' });
    expect(await test.advance()).toEqual({ kind: 'halted' });
    expect(await test.read('select halted_reason from spfe_issuers')).toEqual([
      { halted_reason: expect.stringContaining('SPFE-FAULT-04') },
    ]);
  });

  it('does nothing without a transport', async () => {
    await test.issue(1, 'A');
    await test.advanceAll();
    const withoutTransport = {
      ...context(),
      spfe: { transport: 'none', url: test.sandbox.spfeUrl },
    } as const;
    expect(await compareSpfePage(withoutTransport, issuer())).toEqual({ kind: 'nothing' });
  });

  it('asks for the days of two fiscal years one after the other', () => {
    expect(listPeriods(new Date('2026-11-20T09:00:00Z'))).toEqual([{ from: '2026-10-16', to: '2026-11-20' }]);
    expect(listPeriods(new Date('2027-01-10T09:00:00Z'))).toEqual([
      { from: '2026-12-06', to: '2026-12-31' },
      { from: '2027-01-01', to: '2027-01-10' },
    ]);
  });
});
