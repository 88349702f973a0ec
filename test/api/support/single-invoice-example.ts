import type { LightMyRequestResponse } from 'fastify';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { processBatch } from '../../../src/issue/process-batch.ts';
import type { TestApi } from '../../support/api.ts';
import { issuingContext } from '../../support/engine.ts';

const INVOICE: InvoiceInput = {
  external_invoice_id: 'order-20951',
  issuer_nif: 'A12345674',
  number_serie: 'S-2026/0001',
  recipients: [{ name: 'Cliente Ejemplo SA', document_type: 'nif', document_number: 'B12345674' }],
  lines: [{ concept: 'Camiseta', units: 4, unit_price: '25.00', tax_rate: 21 }],
};

/** Collects the answers to the creation of one invoice, as examples of the OpenAPI document. */
export async function keepSingleInvoice(
  api: TestApi,
  keep: (operation: string, answer: LightMyRequestResponse, request?: unknown) => LightMyRequestResponse,
): Promise<void> {
  const { apiKey } = await api.createOrganization('Factura a Factura SA', null, ['submit']);
  const send = (invoice: object, own: Record<string, string> = {}) =>
    api.inject({
      method: 'POST',
      url: '/api/v2/invoices',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'x-request-id': 'b54e62a1',
        'idempotency-key': '3f0f8d4e-5b0e-4c44-9a52-2f6d3c1f7a10',
        ...own,
      },
      payload: invoice,
    });
  keep('createInvoice', await send({ ...INVOICE, issuer_nif: 'A12345675' }));
  const pending = keep('createInvoice', await send(INVOICE, { prefer: 'respond-async' }));
  const { invoice_batch_id: batchId } = pending.json<{ data: { invoice_batch_id: number } }>().data;
  await processBatch(issuingContext(api), batchId);
  keep('createInvoice', await send(INVOICE), INVOICE);
}
