import type { LightMyRequestResponse } from 'fastify';
import { processBatch } from '../../../src/issue/process-batch.ts';
import type { TestApi } from '../../support/api.ts';
import { issuingContext } from '../../support/engine.ts';

const INVOICE = {
  external_invoice_id: 'order-20961',
  issuer_nif: 'A12345674',
  number_serie: 'S-2026/0002',
  recipients: [{ name: 'Cliente Ejemplo SA', document_type: 'nif', document_number: 'B12345674' }],
  lines: [{ concept: 'Camiseta', units: 4, unit_price: '25.00', tax_rate: 21 }],
};
const CREDIT = {
  reason: 'Devolución de una camiseta',
  number_serie: 'R-2026/0001',
  external_invoice_id: 'refund-511',
  lines: [{ line: 1, units: '1' }],
};

/** Collects the answers to a credit, as examples of the OpenAPI document. */
export async function keepCredit(
  api: TestApi,
  keep: (operation: string, answer: LightMyRequestResponse, request?: unknown) => LightMyRequestResponse,
): Promise<void> {
  const { apiKey } = await api.createOrganization('Abonos SA', null, ['submit']);
  const send = (path: string, key: string, body: object, own: Record<string, string> = {}) =>
    api.inject({
      method: 'POST',
      url: `/api/v2/invoices${path}`,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'x-request-id': 'b54e62a1',
        'idempotency-key': key,
        ...own,
      },
      payload: body,
    });
  const issueNext = async (answer: LightMyRequestResponse) => {
    const { id, invoice_batch_id: batchId } = answer.json<{
      data: { id: number; invoice_batch_id: number };
    }>().data;
    await processBatch(issuingContext(api), batchId);
    return id;
  };
  const later = { prefer: 'respond-async' };
  const id = await issueNext(await send('', '3f0f8d4e-5b0e-4c44-9a52-2f6d3c1f7a11', INVOICE, later));
  const key = '3f0f8d4e-5b0e-4c44-9a52-2f6d3c1f7a12';
  const beyond = { ...CREDIT, lines: [{ line: 1, units: '5' }] };
  keep('creditInvoice', await send(`/${id}/credit`, key, beyond));
  await issueNext(keep('creditInvoice', await send(`/${id}/credit`, key, CREDIT, later)));
  keep('creditInvoice', await send(`/${id}/credit`, key, CREDIT), CREDIT);
}
