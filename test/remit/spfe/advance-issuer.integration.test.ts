import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FaultRequest } from '../../../packages/aeat-sandbox/src/faults/fault.ts';
import { correctInvoice } from '../../../src/operate/correct-invoice.ts';
import { openTestSpfe, type TestSpfe } from '../../support/spfe-sending.ts';

let test: TestSpfe;
beforeEach(async () => {
  test = await openTestSpfe();
  test.api.clock.now = new Date('2026-11-20T09:30:00Z');
});
afterEach(() => test[Symbol.asyncDispose]());

const states = async () => (await test.deliveries()).map(({ state }) => state);
const fault = (request: FaultRequest) => test.sandbox.control.addFaults({ service: 'spfe', ...request });
const annul = (invoiceId: number) =>
  correctInvoice(test.correcting(), { invoiceId, action: 'annul', reason: 'x', operator: 'operadora' });
const booked = () => test.sandbox.control.spfeBook().map(({ code, status }) => [code.number, status]);

/** Nothing was sent twice without a question, and what is admitted is in the book under its CSV. */
async function expectOrder(): Promise<void> {
  expect(test.sandbox.control.spfeInvariants()).toMatchObject({ ok: true });
  const book = new Map(
    test.sandbox.control
      .spfeBook()
      .map(({ code, status, admission }) => [code.number, `${status} ${admission.csv}`]),
  );
  const admitted = (await test.deliveries()).filter(({ state }) => state === 'admitted');
  expect(admitted.map(({ number }) => book.get(number))).toEqual(
    admitted.map(({ csv }) => `admitted ${csv}`),
  );
}

const CSV = expect.stringMatching(/^SANDBOX-/);
const sentTo = () => test.sandbox.control.messages().map(({ operation }) => operation);

describe('the deliveries of an issuer', () => {
  it('are written as they are sent, and admitted with the CSV and the localizador of the SPFE', async () => {
    await test.issue(3, 'A');
    const results = await test.advanceAll();
    expect(results).toMatchObject([
      { kind: 'sent', service: 'send', outcome: 'answered' },
      { kind: 'nothing' },
    ]);
    expect(await test.deliveries()).toMatchObject(
      [1, 2, 3].map((at) => ({ number: `A-${at}`, state: 'admitted', version: 1 })),
    );
    expect(booked()).toEqual([1, 2, 3].map((at) => [`A-${at}`, 'admitted']));
    const requests = await test.read('select service, members, outcome, code, csv from spfe_requests');
    expect(requests).toMatchObject([
      { service: 'send', members: 3, outcome: 'answered', code: '200', csv: CSV },
    ]);
    await expectOrder();
  });

  it('wait for contents, and are blocked with the rule if they cannot be expressed', async () => {
    await test.issue(2, 'A', { change: (index) => (index === 0 ? { recipient_billing_city: null } : {}) });
    expect(await test.advance()).toEqual({ kind: 'nothing' });
    await test.write();
    expect(await test.advance()).toMatchObject({ kind: 'sent' });
    expect(await states()).toEqual(['blocked', 'admitted']);
  });

  it('are only prepared in mode prepare, with the bytes that would be sent', async () => {
    await test.issue(1, 'A', { mode: 'prepare', channel: 'copy' });
    expect(await test.advanceAll()).toEqual([{ kind: 'nothing' }]);
    expect(await states()).toEqual(['prepared']);
    expect(await test.read('select is_copy, size > 1000 as has from spfe_versions')).toEqual([
      { is_copy: true, has: true },
    ]);
    expect(sentTo()).toEqual([]);
  });

  it('go in requests of at most 100, and originals and copies in different ones', async () => {
    await test.issue(101, 'A');
    await test.issue(2, 'C', { channel: 'copy' });
    await test.advanceAll();
    expect(await test.read('select members from spfe_requests order by id')).toEqual([
      { members: 100 },
      { members: 1 },
      { members: 2 },
    ]);
    expect(new Set(await states())).toEqual(new Set(['admitted']));
    await expectOrder();
  });

  it('are rejected one by one, and a rejected one holds up no other', async () => {
    await test.issue(3, 'A');
    fault({ kind: 'record-error', invoice: 'A-2', count: 1 });
    await test.advanceAll();
    expect(await states()).toEqual(['admitted', 'rejected', 'admitted']);
    expect((await test.deliveries())[1]).toMatchObject({ code: 'SPFE-GEN-01', csv: null });
  });

  it('are held if their invoices are annulled before they are sent', async () => {
    const [first] = await test.issue(2, 'A');
    await test.write();
    const chain = await test.chainOf();
    await test.remit(chain);
    await annul(first!);
    await test.advanceAll();
    expect(await states()).toEqual(['held', 'admitted']);
  });
});

describe('a request to the SPFE without a clear answer', () => {
  const LOST: readonly [string, FaultRequest][] = [
    ['lost after the SPFE took it', { kind: 'reset', when: 'after' }],
    ['lost before the SPFE took it', { kind: 'reset', when: 'before' }],
    ['503', { kind: 'http-status', status: 503, when: 'after' }],
    ['a web page', { kind: 'html', when: 'after' }],
    ['a redirect', { kind: 'redirect', when: 'after' }],
    ['a fault of the server', { kind: 'soap-fault', when: 'after' }],
    ['truncated', { kind: 'truncated' }],
    ['broken off', { kind: 'truncated', abrupt: true }],
    ['of another type', { kind: 'wrong-content-type' }],
    ['without its CSV', { kind: 'no-csv' }],
    ['without one of its verdicts', { kind: 'partial', records: 1 }],
    ['with two verdicts about one document', { kind: 'repeated-line', invoice: 'A-2' }],
  ];

  it.each(LOST)('is asked about before anything is sent again: %s', async (_what, request) => {
    await test.issue(3, 'A');
    fault({ ...request, count: 1 });
    await test.advanceAll();
    expect(await states()).toEqual(['admitted', 'admitted', 'admitted']);
    expect(sentTo().slice(0, 2)).toEqual(['SendInvoiceSOAP', 'GetInvoicesSOAP']);
    await expectOrder();
  });

  it('is asked about a minute later, and sent again only if the SPFE lacks it after ten minutes', async () => {
    await test.issue(1, 'A');
    await test.write();
    fault({ kind: 'reset', when: 'before', count: 1 });
    const lost = test.api.clock.now.getTime();
    await test.advance();
    expect(await states()).toEqual(['uncertain']);
    test.pass(59);
    expect(await test.advance()).toEqual({ kind: 'nothing' });
    test.pass(1);
    expect(await test.advance()).toMatchObject({ service: 'find' });
    expect(await states()).toEqual(['uncertain']);
    test.pass(9 * 60 - 1);
    expect(await test.advance()).toEqual({ kind: 'nothing' });
    test.pass(1);
    expect(await test.advance()).toMatchObject({ service: 'find' });
    expect(await states()).toEqual(['pending']);
    expect(await test.advance()).toMatchObject({ service: 'send' });
    expect(test.api.clock.now.getTime() - lost).toBe(600_000);
    await expectOrder();
  });

  it('is found late if the SPFE is behind for some minutes', async () => {
    await test.issue(1, 'A');
    fault({ kind: 'reset', when: 'after', count: 1 });
    fault({ kind: 'stale', operation: 'consulta', seconds: 300, count: 1 });
    await test.advanceAll();
    expect(sentTo()).toEqual([
      'SendInvoiceSOAP',
      'GetInvoicesSOAP',
      'GetInvoicesSOAP',
      'DownloadInvoicesByIDSOAP',
    ]);
    expect(await states()).toEqual(['admitted']);
    await expectOrder();
  });

  it('is never sent again while the question is not answered', async () => {
    await test.issue(1, 'A');
    await test.write();
    fault({ kind: 'reset', when: 'after', count: 1 });
    await test.advance();
    fault({ kind: 'http-status', operation: 'consulta' });
    for (let attempt = 0; attempt < 12; attempt += 1) {
      test.pass(16 * 60);
      await test.advance();
    }
    expect(sentTo().filter((operation) => operation === 'SendInvoiceSOAP')).toHaveLength(1);
    expect(await states()).toEqual(['uncertain']);
    test.sandbox.control.clearFaults();
    test.pass(16 * 60);
    await test.advanceAll();
    expect(await states()).toEqual(['admitted']);
  });

  it('is not judged by the order of the verdicts, and tells of verdicts about other documents', async () => {
    await test.issue(3, 'A');
    fault({ kind: 'record-error', invoice: 'A-3', count: 1 });
    await test.advanceAll();
    await test.issue(3, 'B');
    fault({ kind: 'reversed', count: 1 });
    await test.advanceAll();
    await test.issue(1, 'C');
    fault({ kind: 'extra-line', count: 1 });
    await test.advanceAll();
    expect(await states()).toEqual([
      'admitted',
      'admitted',
      'rejected',
      'admitted',
      'admitted',
      'admitted',
      'admitted',
    ]);
    expect(await test.read('select kind from spfe_differences')).toEqual([{ kind: 'unasked' }]);
    await expectOrder();
  });
});
