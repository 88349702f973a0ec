import type { LightMyRequestResponse } from 'fastify';
import type { TestApi } from '../../support/api.ts';
import { issueInTurn } from '../../support/engine.ts';
import { buildInvoiceV2 } from '../../support/invoices-v2.ts';

/** Collects the answers about payments of an invoice, as examples of the OpenAPI document. */
export async function keepPayments(
  api: TestApi,
  keep: (operation: string, answer: LightMyRequestResponse, request?: unknown) => LightMyRequestResponse,
): Promise<void> {
  const { token } = await api.createOrganization('Cobros SL', null, ['submit', 'read', 'payments']);
  const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, key?: string) =>
    api.inject({
      method,
      url: `/api/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'x-request-id': '7c1d42e0',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(payload && { payload }),
    });
  const keyOf = (last: number) => `3f0f8d4e-5b0e-4c44-9a52-2f6d3c1f7b${String(last).padStart(2, '0')}`;
  const invoices = [1, 2].map((number) => buildInvoiceV2({ number_serie: `P-2026/000${number}` }));
  const created = await ask('POST', '/invoice_batches', { invoice_batch: { invoices } }, keyOf(10));
  const batchId = created.json<{ data: { id: number } }>().data.id;
  await issueInTurn(api, batchId);
  const id = batchId * 1000;
  const payment = {
    date: '2026-11-20',
    amount: '121.00',
    means: 'bank_transfer',
    account: 'ES91 2100 0418 4502 0005 1332',
  };
  const beyond = { ...payment, amount: '242.00' };
  keep('recordPayment', await ask('POST', `/invoices/${id}/payments`, beyond, keyOf(11)));
  const recorded = keep(
    'recordPayment',
    await ask('POST', `/invoices/${id}/payments`, payment, keyOf(12)),
    payment,
  );
  const payments = [
    { invoice_id: id, ...payment },
    { invoice_id: id + 1, ...payment, amount: '60.50', means: 'cash', account: null },
  ];
  keep('recordPayments', await ask('POST', '/payments', { payments }, keyOf(13)), { payments });
  const paymentId = recorded.json<{ data: { id: number } }>().data.id;
  keep('reversePayment', await ask('DELETE', `/payments/${paymentId}`));
  keep('reversePayment', await ask('DELETE', `/payments/${paymentId + 1000}`));
  keep('listPaymentsOfInvoice', await ask('GET', `/invoices/${id}/payments`));
  keep('listPayments', await ask('GET', '/payments'));
}
