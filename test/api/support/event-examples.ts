import { expect } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import { type PayloadVersion, WEBHOOK_EVENTS } from '../../../src/contracts/webhooks.ts';
import { processBatch } from '../../../src/issue/process-batch.ts';
import { correctInvoice } from '../../../src/operate/correct-invoice.ts';
import { warnOfDeadlines } from '../../../src/remit/sii/warn-of-deadlines.ts';
import { warnOfOverdue } from '../../../src/remit/spfe/warn-of-overdue.ts';
import type { TestWebhooks } from '../../notify/support/open-test-webhooks.ts';
import { createSession } from '../../support/api.ts';
import { issuingContext } from '../../support/engine.ts';
import { enterSii } from '../../support/sii.ts';
import { moveDelivery, storeDeliveries } from '../../support/spfe-deliveries.ts';

/** What AEAT answers to entries in SII, and a deadline that is near. */
async function happenInSii(hooks: TestWebhooks, example: InvoiceInput): Promise<void> {
  const issuer = 'A58818501';
  const sii = await enterSii(hooks.test, issuer);
  sii.sandbox.control.replaceCensus({ unknown: ['G12345674', '12345678Z'] });
  const recipients = [
    { recipient_document_number: 'A12345674' },
    { recipient_document_number: 'G12345674' },
    { recipient_document_number: '12345678Z', recipient_legal_name: 'Cliente Ejemplo' },
  ];
  const invoices = recipients.map((recipient, index) => ({
    ...example,
    ...recipient,
    external_invoice_id: `order-2095${index}`,
    issuer_nif: issuer,
    number_serie: `S-2026/000${index + 1}`,
  }));
  const post = async (batch: object) => {
    const created = await sii.api.post(sii.organization.token, { invoice_batch: batch });
    const batchId = created.json<{ data: { id: number } }>().data.id;
    await processBatch(issuingContext(sii.api), batchId);
    return batchId;
  };
  const batchId = await post({ external_batch_id: 'orders-2026-11-20-c', invoices });
  await sii.sendAll();
  await correctInvoice(
    { ...sii.correcting(), pool: hooks.operator.pool, orm: hooks.operator.orm },
    {
      action: 'resend',
      invoiceId: batchId * 1000 + 2,
      reason: 'No figura en el censo',
      operator: 'test',
      isRecipientOutsideCensus: true,
    },
  );
  await sii.sendAll();
  await post({
    external_batch_id: 'orders-2026-11-20-d',
    // Four working days before the day of the examples.
    invoices: [{ ...invoices[0]!, number_serie: 'S-2026/0004', operation_date: '2026-11-16' }],
  });
  sii.pass(660);
  await warnOfDeadlines(sii.api.workers.pool, sii.api.clock.now, 10);
}

/** What AEAT's public solution of electronic invoices answers, and what a recipient reports there. */
async function happenInSpfe({ test: { api } }: TestWebhooks, invoiceId: number): Promise<void> {
  const { pool } = api.workers;
  const at = api.clock.now;
  await storeDeliveries(api.database.pool, [invoiceId], { at: new Date(at.getTime() - 30 * 3_600_000) });
  await warnOfOverdue(pool, at, 10);
  const states = [
    'sending',
    'rejected',
    'pending',
    'sending',
    'admitted',
    'withdrawing',
    'withdrawn',
  ] as const;
  await moveDelivery(pool, invoiceId, states, new Date(at.getTime() - 10_000));
  for (const [kind, condition] of [
    ['PAYMENT', null],
    ['REJECTION', '01'],
  ])
    await pool.query(
      `insert into spfe_recipient_reports (organization_id, issued_invoice_id, kind, effective_on, condition, first_seen_at)
       select organization_id, issued_invoice_id, $2, '2026-11-20', $3, $4 from spfe_deliveries where issued_invoice_id = $1`,
      [invoiceId, kind, condition, at],
    );
}

/** Records a payment of an invoice, as an API key with the right does. */
async function recordPayment(
  { test: { api, organization } }: TestWebhooks,
  invoiceId: number,
): Promise<void> {
  await api.database.pool.query(
    `update api_keys set rights = rights || '{payments}' where organization_id = $1`,
    [organization.id],
  );
  const answer = await api.inject({
    method: 'POST',
    url: `/api/v2/invoices/${invoiceId}/payments`,
    headers: {
      authorization: `Bearer ${await createSession((request) => api.inject(request), organization.apiKey)}`,
      'idempotency-key': '3f0f8d4e-5b0e-4c44-9a52-2f6d3c1f7b20',
    },
    payload: { date: '2026-11-20', amount: '121.00', means: 'bank_transfer' },
  });
  expect(answer.statusCode).toBe(201);
}

/**
 * Collects one event of each type as receivers get it.
 * @param invoices one that is issued, and one that fails.
 * @returns the events by version and type.
 */
export async function collectEvents(
  hooks: TestWebhooks,
  [taxed, wrong]: readonly InvoiceInput[],
): Promise<Record<PayloadVersion, ReadonlyMap<string, unknown>>> {
  const { test } = hooks;
  const open = async (payloadVersion: PayloadVersion) => {
    const { url, arrivals } = await hooks.openReceiver();
    return { id: (await hooks.add(url, { payloadVersion })).id, arrivals };
  };
  const receivers = { 1: await open(1), 2: await open(2) };
  // AEAT's census lacks the recipient of the second invoice, and AEAT refuses the third one.
  test.sandbox.control.replaceCensus({ unknown: ['G12345674'] });
  test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
  const invoices = ['A12345674', 'G12345674', 'A12345674'].map((recipient, index) => ({
    ...taxed!,
    external_invoice_id: `order-2093${index + 3}`,
    number_serie: `F-2026/000${index + 3}`,
    recipient_document_number: recipient,
  }));
  const failed = { ...wrong!, external_invoice_id: 'order-20936', number_serie: 'F-2026/0006' };
  const created = await test.api.post(test.organization.token, {
    invoice_batch: { external_batch_id: 'orders-2026-11-20-b', invoices: [...invoices, failed] },
  });
  const batchId = created.json<{ data: { id: number } }>().data.id;
  await processBatch(issuingContext(test.api), batchId);
  test.pass(61);
  await test.remit(await test.chainOf());
  await correctInvoice(
    { ...test.correcting(), pool: hooks.operator.pool, orm: hooks.operator.orm },
    { action: 'annul', invoiceId: batchId * 1000, reason: 'Pedido cancelado', operator: 'test' },
  );
  await test.api.workers.pool.query('update batches set rendered_at = $2 where id = $1', [
    batchId,
    test.api.clock.now,
  ]);
  await happenInSii(hooks, taxed!);
  await recordPayment(hooks, batchId * 1000 + 1);
  await happenInSpfe(hooks, batchId * 1000 + 1);
  const collect = async ({ id, arrivals }: (typeof receivers)[1]) => {
    await hooks.requestTest(id);
    await hooks.deliverAll(id);
    // Only the events of one batch arrive in order.
    const inOrder = arrivals
      .map(({ event }) => event)
      .toSorted((one, other) => batchOf(one) - batchOf(other));
    const byType = WEBHOOK_EVENTS.map(
      (type) => [type, inOrder.find((event) => event.type === type)] as const,
    );
    expect(byType.filter(([, event]) => event === undefined)).toEqual([]);
    return new Map<string, unknown>(byType);
  };
  return { 1: await collect(receivers[1]), 2: await collect(receivers[2]) };
}

/** Returns the batch of an event of either version, 0 for a test. */
function batchOf({ data }: { readonly data: object }): number {
  const { invoice_batch: older, batch = older } = data as Record<string, { readonly id: number } | undefined>;
  return batch?.id ?? 0;
}
