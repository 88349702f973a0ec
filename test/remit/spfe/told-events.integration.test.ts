import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSpfe, type TestSpfe } from '../../support/spfe-sending.ts';
import { askAbout } from './support/ask-about.ts';

let test: TestSpfe;
beforeEach(async () => {
  test = await openTestSpfe();
});
afterEach(() => test[Symbol.asyncDispose]());
const { states, fault, booked, sentTo, expectOrder } = askAbout(() => test);

describe('the messages about an invoice in the SPFE', () => {
  const told = async () => (await test.messages()).map(({ kind, state }) => [kind, state]);

  it('wait until it is admitted, and follow each other in the order of the facts', async () => {
    const [invoice] = await test.issue(1, 'A');
    const settlement = await test.tell(invoice!, {
      kind: 'SETTLEMENT',
      effectiveOn: '2026-11-19',
      dueOn: '2026-11-30',
      isFinanced: true,
    });
    await test.tell(invoice!, { kind: 'CANCELSETTLEMENT', cancels: settlement });
    const fallen = await test.tell(invoice!, { kind: 'DEFAULT', effectiveOn: '2026-11-30' });
    await test.tell(invoice!, { kind: 'CANCELDEFAULT', cancels: fallen });
    await test.advanceAll();
    expect(await told()).toEqual([
      ['SETTLEMENT', 'accepted'],
      ['CANCELSETTLEMENT', 'accepted'],
      ['DEFAULT', 'accepted'],
      ['CANCELDEFAULT', 'accepted'],
    ]);
    expect((await test.messages()).every(({ csv }) => csv?.startsWith('SANDBOX-'))).toBe(true);
    const [entry] = test.sandbox.control.spfeBook();
    expect(entry!.since.map((change) => (change.kind === 'event' ? change.event.name : change.kind))).toEqual(
      ['SETTLEMENT', 'CANCELSETTLEMENT', 'DEFAULT', 'CANCELDEFAULT'],
    );
    expect(sentTo()).toEqual([
      'SendInvoiceSOAP',
      ...Array.from({ length: 4 }, () => 'SupplierInvoiceEventsSOAP'),
    ]);
    await expectOrder();
  });

  it('of several invoices share a request, and are looked up if its answer is lost', async () => {
    const invoices = await test.issue(3, 'A');
    await test.advanceAll();
    for (const invoice of invoices)
      await test.tell(invoice, { kind: 'SETTLEMENT', effectiveOn: '2026-11-20' });
    fault({ kind: 'reset', when: 'after', operation: 'SupplierInvoiceEventsSOAP', count: 1 });
    await test.advanceAll();
    expect(await told()).toEqual(invoices.map(() => ['SETTLEMENT', 'accepted']));
    expect(sentTo().filter((operation) => operation === 'SupplierInvoiceEventsSOAP')).toHaveLength(1);
    await expectOrder();
  });

  it('are rejected if the SPFE has other dates, and accepted if it has the same', async () => {
    const invoices = await test.issue(2, 'A');
    await test.advanceAll();
    test.sandbox.control.addSpfeEvents(
      ['A-1', 'A-2'].map((number) => ({
        nif: 'B12345674',
        number,
        date: '2026-11-20',
        name: 'SETTLEMENT',
        effectiveDate: '2026-11-19',
      })),
    );
    await test.tell(invoices[0]!, { kind: 'SETTLEMENT', effectiveOn: '2026-11-19' });
    await test.tell(invoices[1]!, { kind: 'SETTLEMENT', effectiveOn: '2026-11-20' });
    await test.advanceAll();
    expect(await test.messages()).toMatchObject([
      { state: 'accepted', csv: expect.stringMatching(/^SANDBOX-CONSULTA/) },
      { state: 'rejected', code: 'SPFE-GEN-10' },
    ]);
  });

  it.each([
    ['answered', null],
    ['lost', { kind: 'reset', when: 'after', operation: 'CancelInvoiceSOAP', count: 1 }],
    ['lost before it arrived', { kind: 'reset', when: 'before', operation: 'CancelInvoiceSOAP', count: 1 }],
  ] as const)('withdraw it, and other messages wait no more: %s', async (_how, request) => {
    const [invoice] = await test.issue(2, 'A');
    await test.advanceAll();
    await test.tell(invoice!, { kind: 'CANCELINVOICE', effectiveOn: '2026-11-20' });
    if (request !== null) fault(request);
    await test.advanceAll();
    expect(await told()).toEqual([['CANCELINVOICE', 'accepted']]);
    expect(await states()).toEqual(['withdrawn', 'admitted']);
    expect(booked()).toEqual([
      ['A-1', 'withdrawn'],
      ['A-2', 'admitted'],
    ]);
    await test.tell(invoice!, { kind: 'SETTLEMENT', effectiveOn: '2026-11-20' });
    expect(await test.advance()).toEqual({ kind: 'nothing' });
    await expectOrder();
  });

  it('leave it admitted if the SPFE refuses the withdrawal', async () => {
    const [invoice] = await test.issue(1, 'A');
    await test.advanceAll();
    await test.tell(invoice!, { kind: 'CANCELINVOICE', effectiveOn: '2026-11-20' });
    fault({ kind: 'record-error', operation: 'CancelInvoiceSOAP', count: 1 });
    await test.advanceAll();
    expect(await test.messages()).toMatchObject([{ state: 'rejected', code: 'SPFE-GEN-01' }]);
    expect(await states()).toEqual(['admitted']);
  });
});
