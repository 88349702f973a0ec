import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkBook } from '#src/checker/check-book.ts';
import { checkTables } from '#src/checker/check-tables.ts';
import { isBroken } from '#src/checker/invariant.ts';
import { draftChunk } from '#src/remit/sii/backlog/draft-chunk.ts';
import {
  listBacklogRefusals,
  listDueBacklogs,
  orderBacklog,
  readBacklog,
} from '#src/remit/sii/backlog/backlogs.ts';
import { correctInvoice } from '../../../src/operate/correct-invoice.ts';
import { decideRegister } from '../../../src/organizations/registers/decide-register.ts';
import { withSnapshot } from '../../../src/platform/postgres/snapshot.ts';
import { buildLine } from '../../domain/support/inputs.ts';
import { BY_TEST } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';
import { openTestRemission, type TestRemission } from '../../support/remission.ts';
import { sendEntries } from '#src/remit/sii/send-entries.ts';

/* An issuer that was in VeriFactu until October 2026 and entered SII on 1 November; today is 20 November. */

const ISSUER = 'B12345674';
let test: TestRemission;
beforeEach(async () => {
  test = await openTestRemission();
  test.api.clock.now = new Date('2026-11-20T09:30:00Z');
});
afterEach(() => test[Symbol.asyncDispose]());

const issuer = () => ({ organizationId: test.organization.id, issuerNif: ISSUER });
const issue = async (count: number, series: string, date: string, more: object = {}) =>
  (await issueBatch(test.api, test.organization, count, series, () => ({ operation_date: date, ...more }))) *
  1000;
const enter = (validFrom = '2026-11-01') =>
  decideRegister(
    test.pool,
    { issuerNif: ISSUER, validFrom, register: 'sii', period: 'month', basis: 'redeme' },
    BY_TEST,
    test.api.clock.now,
    false,
  );
const withdraw = () =>
  decideRegister(
    test.pool,
    { issuerNif: ISSUER, validFrom: '2026-11-01', register: null },
    BY_TEST,
    test.api.clock.now,
    false,
  );
const order = () => orderBacklog(test.pool, issuer(), BY_TEST, test.api.clock.now);
const draftAll = async (most?: number) => {
  const [due] = await listDueBacklogs(test.pool, 10);
  for (let rest = 50; rest > 0; rest -= 1)
    if ((await draftChunk(test.context(), due!.backlogId, most)).isEnded) return;
  throw new Error('The order does not end');
};
const send = (mostEntries = 1000) => sendEntries({ ...test.context(), mostEntries }, issuer());
const sendAll = async () => {
  for (let rest = 50; rest > 0; rest -= 1) {
    const result = await send();
    if (result.kind === 'nothing') return;
    test.pass(1);
  }
};
const remitAll = async () => {
  for (let rest = 20; rest > 0; rest -= 1) {
    const result = await test.remit(await test.chainOf());
    if (result.kind === 'nothing') return;
    test.pass(60);
  }
};
const entries = () =>
  test.read<{ number: string; state: string; kind: string; due: string }>(
    `select invoice_number as number, state, kind, due_by::text as due from sii_entries order by issued_invoice_id`,
  );
const correct = (action: 'annul' | 'resend', invoiceId: number, isInSii = false) =>
  correctInvoice(test.correcting(), { invoiceId, action, reason: 'x', operator: 'operadora', isInSii });

describe('the earlier invoices of an issuer that entered SII during a year', () => {
  it('are entered once with key 16, in the periods of the invoices, until the end of the year', async () => {
    await issue(2, 'A', '2026-09-18');
    await issue(1, 'B', '2026-10-17');
    await enter();
    expect(await order()).toMatchObject({ kind: 'ordered' });
    expect(await order()).toEqual({ kind: 'under_way' });
    await draftAll();
    expect(await order()).toEqual({ kind: 'nothing' });
    expect(await entries()).toEqual(
      ['A-1', 'A-2', 'B-1'].map((number) => ({ number, state: 'pending', kind: 'A0', due: '2026-12-31' })),
    );
    const records = await test.read<{ period: string; record: string }>(
      'select period, record from sii_versions order by issued_invoice_id',
    );
    expect(records.map(({ period }) => period)).toEqual(['09', '09', '10']);
    for (const { record } of records) expect(record).toContain('Trascendencia>16<');
    await sendAll();
    expect((await entries()).map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted']);
    const verdicts = [
      ...(await withSnapshot(test.pool, checkTables)),
      ...(await checkBook(test.pool, test.sandbox.control.book())),
    ];
    expect(verdicts.filter(isBroken)).toEqual([]);
    const acts = await test.read(
      "select operator, details from operator_acts where act = 'register.backlog'",
    );
    expect(acts).toEqual([
      {
        operator: BY_TEST.operator,
        details: { issuer: ISSUER, entered: '2026-11-01', order: expect.any(Number) },
      },
    ]);
  });

  it('go on after a worker that died between two chunks, and each has one entry', async () => {
    await issue(5, 'A', '2026-10-17');
    await enter();
    await order();
    const [due] = await listDueBacklogs(test.pool, 10);
    await draftChunk(test.context(), due!.backlogId, 2);
    expect(await entries()).toHaveLength(2);
    // One that dies within a chunk leaves nothing of it.
    const dying = { ...test.context(), now: () => new Date(Number.NaN) };
    await expect(draftChunk(dying, due!.backlogId, 2)).rejects.toThrow('invalid input syntax');
    expect(await entries()).toHaveLength(2);
    // Two workers take different chunks.
    await Promise.all([1, 2].map(() => draftChunk(test.context(), due!.backlogId, 1)));
    expect(await listDueBacklogs(test.pool, 10)).toEqual([due]);
    await draftAll(2);
    expect((await entries()).map(({ number }) => number)).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5']);
    expect(await listDueBacklogs(test.pool, 10)).toEqual([]);
    expect((await readBacklog(test.pool, test.organization.id, ISSUER))!.order).toMatchObject({
      entries: 5,
      refused: 0,
      failure: null,
      endedAt: expect.any(Number),
    });
  });

  it('are sent after the invoices that are issued now', async () => {
    await issue(2, 'A', '2026-10-17');
    await enter();
    await order();
    await draftAll();
    await issue(1, 'NEW', '2026-11-20');
    await send(1);
    expect((await entries()).map(({ number, state }) => [number, state])).toEqual([
      ['A-1', 'pending'],
      ['A-2', 'pending'],
      ['NEW-1', 'accepted'],
    ]);
  });

  it('leave out annulled ones, and list those that a record cannot state, with the reason', async () => {
    const annulled = await issue(1, 'A', '2026-10-17');
    await issue(1, 'B', '2026-10-17', { lines: [buildLine({ tax_operation_key: 'S2', tax_rate: 0 })] });
    await issue(1, 'C', '2026-10-17');
    await remitAll();
    await correct('annul', annulled);
    await enter();
    await order();
    await draftAll();
    expect((await entries()).map(({ number }) => number)).toEqual(['C-1']);
    const { order: last, periods } = (await readBacklog(test.pool, test.organization.id, ISSUER))!;
    expect(last).toMatchObject({ entries: 1, refused: 1 });
    expect(periods).toMatchObject([{ fiscalYear: 2026, period: '10', invoices: 1 }]);
    expect(await listBacklogRefusals(test.pool, last!.id, 10)).toMatchObject([
      { number: 'B-1', reason: expect.stringContaining('AEAT 1114') },
    ]);
    // Another order takes what was issued since, and says again what cannot be stated.
    expect(await order()).toMatchObject({ kind: 'ordered' });
    await draftAll();
    expect(await entries()).toHaveLength(1);
  });

  it('are corrected in VeriFactu, and in SII if that is ordered', async () => {
    const invoice = await issue(1, 'A', '2026-10-17');
    await remitAll();
    await expect(correct('resend', invoice, true)).rejects.toThrow('it has no entry in SII');
    await enter();
    await order();
    await draftAll();
    await sendAll();
    await expect(correct('annul', invoice, true)).rejects.toThrow('annul it there first');
    expect(await correct('annul', invoice)).toMatchObject({ register: 'verifactu', kind: 'anulacion' });
    expect((await readBacklog(test.pool, test.organization.id, ISSUER))!.ordered.annulled).toBe(1);
    expect(await correct('annul', invoice, true)).toMatchObject({ register: 'sii', kind: 'baja' });
    await sendAll();
    expect(await entries()).toMatchObject([{ state: 'withdrawn', kind: 'baja' }]);
    expect(test.sandbox.control.book().map(({ status }) => status)).toEqual(['Anulada']);
    await remitAll();
    expect((await withSnapshot(test.pool, checkTables)).filter(isBroken)).toEqual([]);
  });

  it('are sent again with key 16 after AEAT rejected them', async () => {
    const invoice = await issue(1, 'A', '2026-10-17', {
      recipient_document_number: '12345678Z',
      recipient_legal_name: 'Persona de Prueba',
    });
    await remitAll();
    test.sandbox.control.replaceCensus({ unknown: ['12345678Z'] });
    await enter();
    await order();
    await draftAll();
    await sendAll();
    expect(await entries()).toMatchObject([{ state: 'rejected' }]);
    test.sandbox.control.replaceCensus({ unknown: [] });
    expect(await correct('resend', invoice, true)).toMatchObject({ register: 'sii', kind: 'A0' });
    await sendAll();
    expect(await entries()).toMatchObject([{ state: 'accepted' }]);
    const records = await test.read<{ record: string }>('select record from sii_versions');
    expect(records.every(({ record }) => record.includes('Trascendencia>16<'))).toBe(true);
  });

  it('are not ordered for an issuer outside of SII, before its entry, or of an entry on 1 January', async () => {
    await issue(1, 'A', '2026-10-17');
    expect(await order()).toEqual({ kind: 'outside' });
    await enter('2026-12-01');
    expect(await order()).toEqual({ kind: 'not_yet' });
    const other = 'B76543214';
    await decideRegister(
      test.pool,
      { issuerNif: other, validFrom: '2026-01-01', register: 'sii', period: 'month', basis: 'redeme' },
      BY_TEST,
      test.api.clock.now,
      false,
    );
    expect(
      await orderBacklog(test.pool, { ...issuer(), issuerNif: other }, BY_TEST, test.api.clock.now),
    ).toEqual({ kind: 'whole_year' });
    expect(await test.read('select from sii_backlogs')).toEqual([]);
  });

  it('do not let the decision about SII be withdrawn while SII has them', async () => {
    await issue(1, 'A', '2026-10-17');
    await enter();
    await order();
    await draftAll();
    expect(await withdraw()).toMatchObject({
      kind: 'contradicts',
      plan: { contradicted: [{ register: 'sii', invoices: 1, numbers: ['A-1'] }] },
    });
  });

  it('end the order with the reason if the decision about SII was changed meanwhile', async () => {
    await issue(1, 'A', '2026-10-17');
    await enter();
    await order();
    expect(await withdraw()).toMatchObject({ kind: 'decided' });
    await draftAll();
    expect(await entries()).toEqual([]);
    expect(await test.read('select failure from sii_backlogs')).toEqual([
      { failure: expect.stringContaining('by no decision any more') },
    ]);
  });
});
