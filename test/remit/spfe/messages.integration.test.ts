import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FaultRequest } from '../../../packages/aeat-sandbox/src/faults/fault.ts';
import { openTestSpfe, type TestSpfe } from '../../support/spfe-sending.ts';

let test: TestSpfe;
beforeEach(async () => {
  test = await openTestSpfe();
});
afterEach(() => test[Symbol.asyncDispose]());

const fault = (request: FaultRequest) => test.sandbox.control.addFaults({ service: 'spfe', ...request });
const sentTo = () => test.sandbox.control.messages().map(({ operation }) => operation);
const told = async () => (await test.messages()).map(({ kind, state }) => `${kind} ${state}`);
const booked = () =>
  test.sandbox.control
    .spfeBook()
    .flatMap(({ since }) =>
      since.map((change) => (change.kind === 'event' ? change.event.name : change.kind)),
    );
const DAY = '2026-11-20';

describe('a message about an invoice', () => {
  it('waits until its invoice is admitted', async () => {
    const [invoiceId] = await test.issue(1, 'A');
    await test.tell(invoiceId!, { kind: 'SETTLEMENT', effectiveOn: DAY });
    await test.advanceAll();
    expect(sentTo()).toEqual(['SendInvoiceSOAP', 'SupplierInvoiceEventsSOAP']);
    expect(await told()).toEqual(['SETTLEMENT accepted']);
  });

  it.each([
    ['the same day', DAY],
    ['another day', '2026-11-19'],
  ])('is not taken for an earlier one of %s that a query still shows', async (_what, effectiveOn) => {
    const [invoiceId] = await test.issue(1, 'A');
    await test.advanceAll();
    const cancels = await test.tell(invoiceId!, { kind: 'SETTLEMENT', effectiveOn: DAY });
    await test.advanceAll();
    test.pass(300);
    await test.tell(invoiceId!, { kind: 'CANCELSETTLEMENT', cancels });
    await test.advanceAll();
    await test.tell(invoiceId!, { kind: 'SETTLEMENT', effectiveOn });
    fault({ kind: 'reset', when: 'before', count: 1 });
    fault({ kind: 'stale', operation: 'consulta', seconds: 120, count: 1 });
    await test.advanceAll();
    expect(await told()).toEqual(['SETTLEMENT accepted', 'CANCELSETTLEMENT accepted', 'SETTLEMENT accepted']);
    expect(booked()).toEqual(['SETTLEMENT', 'CANCELSETTLEMENT', 'SETTLEMENT']);
  });

  it('is not refused because a query does not show its invoice yet', async () => {
    const [invoiceId] = await test.issue(1, 'A');
    await test.advanceAll();
    await test.tell(invoiceId!, { kind: 'SETTLEMENT', effectiveOn: DAY });
    fault({ kind: 'reset', when: 'after', count: 1 });
    fault({ kind: 'stale', operation: 'consulta', seconds: 3600, count: 1 });
    await test.advanceAll();
    expect(await told()).toEqual(['SETTLEMENT accepted']);
    expect(booked()).toEqual(['SETTLEMENT']);
  });

  it('that was told before a withdrawal goes before it, and nothing waits for ever', async () => {
    const [invoiceId] = await test.issue(1, 'A');
    await test.advanceAll();
    await test.tell(invoiceId!, { kind: 'SETTLEMENT', effectiveOn: DAY });
    await test.tell(invoiceId!, { kind: 'CANCELINVOICE', effectiveOn: DAY });
    await test.api.workers.pool.query("update spfe_deliveries set state = 'withdrawing'");
    await test.advanceAll();
    expect(await told()).toEqual(['SETTLEMENT accepted', 'CANCELINVOICE accepted']);
    expect(booked()).toEqual(['SETTLEMENT', 'removal']);
    expect(await test.deliveries()).toMatchObject([{ state: 'withdrawn' }]);
  });

  it('that withdraws is found although its answer was lost', async () => {
    const [invoiceId] = await test.issue(1, 'A');
    await test.advanceAll();
    await test.tell(invoiceId!, { kind: 'CANCELINVOICE', effectiveOn: DAY });
    fault({ kind: 'reset', when: 'after', count: 1 });
    await test.advanceAll();
    expect(await told()).toEqual(['CANCELINVOICE accepted']);
    expect(sentTo().filter((operation) => operation === 'CancelInvoiceSOAP')).toHaveLength(1);
  });
});
