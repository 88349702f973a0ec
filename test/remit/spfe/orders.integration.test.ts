import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SpfeDeliveryView } from '../../../src/contracts/v2/spfe.ts';
import { correctInvoice } from '../../../src/operate/correct-invoice.ts';
import { openTestSpfe, type TestSpfe } from '../../support/spfe-sending.ts';

/* What clients order, and what follows from payments, as the stand-in for AEAT takes it. */

let test: TestSpfe;
beforeEach(async () => {
  test = await openTestSpfe();
  test.api.clock.now = new Date('2026-11-20T09:30:00Z');
});
afterEach(() => test[Symbol.asyncDispose]());

const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
  const answer = await test.api.inject({
    method,
    url: `/api/v2${path}`,
    headers: {
      authorization: `Bearer ${test.organization.token}`,
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    },
    ...(payload && { payload }),
  });
  expect([path, answer.statusCode < 300]).toEqual([path, true]);
  return answer.json<{ data: never }>().data;
};
const read = async (id: number): Promise<SpfeDeliveryView> => (await ask('GET', `/invoices/${id}`))['spfe'];
const pay = async (id: number) => {
  const { id: payment } = await ask('POST', `/invoices/${id}/payments`, {
    date: '2026-11-20',
    amount: '121.00',
    means: 'cash',
  });
  return payment as number;
};
const states = async () => (await test.messages()).map(({ kind, state }) => `${kind} ${state}`);
const expectOrder = () => expect(test.sandbox.control.spfeInvariants()).toMatchObject({ ok: true });

it('a collection reaches AEAT after its invoice, and so do its cancellation and the next collection', async () => {
  const [id] = await test.issue(1, 'A');
  const first = await pay(id!);
  await test.advanceAll();
  expect(await states()).toEqual(['SETTLEMENT accepted']);
  await ask('DELETE', `/payments/${first}`);
  const second = await pay(id!);
  await test.advanceAll();
  await ask('DELETE', `/payments/${second}`);
  await test.advanceAll();
  expect(await states()).toEqual([
    'SETTLEMENT accepted',
    'CANCELSETTLEMENT accepted',
    'SETTLEMENT accepted',
    'CANCELSETTLEMENT accepted',
  ]);
  expect((await read(id!)).settlement).toBeNull();
  expectOrder();
});

it('a default reaches AEAT, and is cancelled there before it is reported again', async () => {
  const [id] = await test.issue(1, 'A');
  test.pass(86_400);
  const due = { due_on: '2026-11-20' };
  await ask('POST', `/invoices/${id}/defaults`, due);
  await test.advanceAll();
  await ask('DELETE', `/invoices/${id}/defaults`);
  await test.advanceAll();
  await ask('POST', `/invoices/${id}/defaults`, due);
  await test.advanceAll();
  expect(await states()).toEqual(['DEFAULT accepted', 'CANCELDEFAULT accepted', 'DEFAULT accepted']);
  expectOrder();
});

it('a rejected document is sent again in the version that was ordered, and the first one stays', async () => {
  const [id] = await test.issue(1, 'A');
  test.sandbox.control.addFaults({ service: 'spfe', kind: 'record-error', invoice: 'A-1', count: 1 });
  await test.advanceAll();
  await ask('POST', `/invoices/${id}/spfe/resend`, { reason: 'Versión nueva' });
  expect(await test.advance()).toEqual({ kind: 'nothing' });
  await test.advanceAll();
  expect(await test.deliveries()).toMatchObject([{ state: 'admitted', version: 2 }]);
  expect((await read(id!)).versions).toMatchObject([
    { version: 1, reason: null },
    { version: 2, reason: 'Versión nueva' },
  ]);
  expectOrder();
});

it('a copy is withdrawn and its original follows, once each', async () => {
  const [id] = await test.issue(1, 'A', { channel: 'copy' });
  await test.advanceAll();
  await ask('POST', `/invoices/${id}/spfe/withdraw`, { reason: 'interconnect_instead' });
  await test.advanceAll();
  // The original is written after the withdrawal was accepted.
  await test.advanceAll();
  expect(await test.deliveries()).toMatchObject([{ state: 'admitted', version: 2 }]);
  expect((await read(id!)).versions.map(({ is_copy: isCopy }) => isCopy)).toEqual([true, false]);
  expect(await states()).toEqual(['CANCELINVOICE accepted']);
  expectOrder();
});

it('a document of an operation that never happened is withdrawn, and nothing follows', async () => {
  const [id] = await test.issue(1, 'A');
  await test.advanceAll();
  await ask('POST', `/invoices/${id}/spfe/withdraw`, { reason: 'never_happened' });
  await test.advanceAll();
  expect((await read(id!)).state).toBe('withdrawn');
  await pay(id!);
  expect(await states()).toEqual(['CANCELINVOICE accepted']);
  expectOrder();
});

it('a document that was held with the annulment of its invoice is sent once somebody orders it', async () => {
  const [id] = await test.issue(1, 'A');
  await test.write();
  await test.remit(await test.chainOf());
  const order = { action: 'annul', reason: 'x', operator: 'operadora' } as const;
  await correctInvoice(test.correcting(), { ...order, invoiceId: id! });
  await test.advanceAll();
  expect((await read(id!)).state).toBe('held');
  await ask('POST', `/invoices/${id}/spfe/resend`, { reason: 'Se entrega igualmente' });
  await test.advanceAll();
  expect(await read(id!)).toMatchObject({ state: 'admitted', remains_after_annulment: true });
  expectOrder();
});
