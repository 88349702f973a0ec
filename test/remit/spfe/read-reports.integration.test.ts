import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listDueReadings, readReports } from '../../../src/remit/spfe/read-reports.ts';
import { SPFE_ISSUER } from '../../support/spfe.ts';
import { openTestSpfe, type TestSpfe } from '../../support/spfe-sending.ts';

let test: TestSpfe;
beforeEach(async () => {
  test = await openTestSpfe();
});
afterEach(() => test[Symbol.asyncDispose]());

const HOUR = 3600;
const issuer = () => ({ organizationId: test.organization.id, issuerNif: SPFE_ISSUER });
const read = () => readReports(test.context(), issuer());
const isDue = async () => (await listDueReadings(test.pool, test.api.clock.now, 10)).length > 0;
const reports = () =>
  test.read<{
    number: string;
    kind: string;
    day: string;
    due: string | null;
    condition: string | null;
    gone: boolean;
  }>(
    `select x.invoice_number as number, r.kind, r.effective_on::text as day, r.due_on::text as due, r.condition, r.gone_at is not null as gone
     from spfe_recipient_reports r join issued_invoices x on x.id = r.issued_invoice_id order by r.id`,
  );
/** What the recipient of an invoice reports at the stand-in. */
const report = (number: string, name: string, more: object = {}) =>
  test.sandbox.control.addSpfeEvents([
    { nif: SPFE_ISSUER, number, date: '2026-11-20', name, ...more } as never,
  ]);

describe('what recipients report to the SPFE', () => {
  it('is read of admitted invoices every hour, and kept when it is taken back', async () => {
    await test.issue(3, 'A');
    await test.advanceAll();
    expect(await read()).toBe(3);
    expect(await reports()).toEqual([]);
    expect([await isDue(), await read()]).toEqual([false, 0]);
    report('A-1', 'PAYMENT', { effectiveDate: '2026-11-20', dueDate: '2026-11-30' });
    report('A-2', 'REJECTION', { effectiveDate: '2026-11-20', conditionCode: '01' });
    test.pass(HOUR);
    expect([await isDue(), await read()]).toEqual([true, 3]);
    const paid = {
      number: 'A-1',
      kind: 'PAYMENT',
      day: '2026-11-20',
      due: '2026-11-30',
      condition: null,
      gone: false,
    };
    const rejected = {
      number: 'A-2',
      kind: 'REJECTION',
      day: '2026-11-20',
      due: null,
      condition: '01',
      gone: false,
    };
    expect(await reports()).toEqual([paid, rejected]);
    // A paid invoice is not asked about any more.
    report('A-2', 'CANCELREJECTION');
    report('A-2', 'REJECTION', { effectiveDate: '2026-11-20', conditionCode: '02' });
    test.pass(HOUR);
    expect(await read()).toBe(2);
    expect(await reports()).toEqual([paid, { ...rejected, gone: true }, { ...rejected, condition: '02' }]);
    report('A-2', 'CANCELREJECTION');
    test.pass(HOUR);
    await read();
    expect((await reports()).map(({ gone }) => gone)).toEqual([false, true, true]);
    test.pass(HOUR);
    await read();
    expect(await reports()).toHaveLength(3);
  });

  it('is read once a day of invoices that were issued more than 30 days ago', async () => {
    await test.issue(1, 'A');
    await test.advanceAll();
    test.pass(31 * 24 * HOUR);
    expect(await read()).toBe(1);
    test.pass(23 * HOUR);
    expect([await isDue(), await read()]).toEqual([false, 0]);
    test.pass(HOUR);
    expect([await isDue(), await read()]).toEqual([true, 1]);
  });

  it('stays as it is if the SPFE does not answer, which is asked again an hour later', async () => {
    await test.issue(1, 'A');
    await test.advanceAll();
    report('A-1', 'REJECTION', { effectiveDate: '2026-11-20', conditionCode: '01' });
    test.sandbox.control.addFaults({
      kind: 'http-status',
      service: 'spfe',
      operation: 'GetInvoicesSOAP',
      count: 1,
    });
    expect(await read()).toBe(1);
    expect(await reports()).toEqual([]);
    expect(await test.read('select outcome from spfe_requests order by id')).toEqual([
      { outcome: 'answered' },
      { outcome: 'unknown' },
    ]);
    test.pass(HOUR);
    await read();
    expect(await reports()).toHaveLength(1);
  });

  it('is not read of a halted issuer', async () => {
    await test.issue(1, 'A');
    await test.advanceAll();
    await test.pool.query(`update spfe_issuers set halted_at = now(), halted_reason = 'x'`);
    expect([await isDue(), await read()]).toEqual([false, 0]);
  });
});
