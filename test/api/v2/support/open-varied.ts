import { processBatch } from '../../../../src/issue/process-batch.ts';
import type { LightMyRequestResponse } from 'fastify';
import type { TestOrganization } from '../../../support/api.ts';
import { issueBatch, issuingContext, postBatch } from '../../../support/engine.ts';
import { openTestRemission, type TestRemission } from '../../../support/remission.ts';

/** Invoices in every state, in four batches of one organization. */
export type Varied = TestRemission & {
  /** An organization with invoices of the same issuer. */
  readonly other: TestOrganization;
  /** A batch of three accepted invoices. The first has the external id `twice`. */
  readonly accepted: number;
  /**
   * A batch with two accepted invoices, a rejected one, which has the external id `twice` too, and
   * a failed one.
   */
  readonly mixed: number;
  /** A batch of version 2 with two receipts, which AEAT has not answered. */
  readonly simplified: number;
  /** A batch of two invoices that are not issued yet. */
  readonly pending: number;
  /** Reads a path of version 2, as the organization unless another token is given. */
  readonly get: (path: string, token?: string) => Promise<LightMyRequestResponse>;
  /** Returns the ids of the invoices at positions of a batch. */
  readonly of: (batch: number, ...positions: number[]) => number[];
};

export const buildReceipt = (index: number) => ({
  external_invoice_id: `receipt-${index}`,
  issuer_nif: 'B12345674',
  number_serie: `T-${index}`,
  issue_date: '2026-11-20',
  operation_date: '2026-11-19',
  prices_include_tax: true,
  metadata: { shop: index === 0 ? 'madrid' : 'sevilla', till: '3' },
  lines: [{ concept: 'Café', units: 2, unit_price: '1.50', tax_rate: 10 }],
});

/**
 * Opens the product with a stand-in for AEAT, and issues invoices until there are some in every
 * state.
 */
export async function openVaried(): Promise<Varied> {
  // Tests that ask for each member of an answer send more requests in a minute than the limit.
  const test = await openTestRemission({}, { READ_RATE_LIMIT: 5000 });
  const { api, organization } = test;
  const other = await api.createOrganization();
  await issueBatch(api, other, 2, 'OTHER');
  const remit = async () => {
    await test.remit(await test.chainOf());
    test.pass(61);
  };
  const accepted = await issueBatch(api, organization, 3, 'A', (index) => ({
    external_invoice_id: index === 0 ? 'twice' : `a-${index}`,
    operation_date: '2026-11-18',
  }));
  await remit();
  test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
  const mixed = await issueBatch(api, organization, 4, 'M', (index) => ({
    ...(index === 2 && { external_invoice_id: 'twice', recipient_document_number: 'B98765431' }),
    ...(index === 3 && { number_serie: '' }),
  }));
  await remit();
  const body = { invoice_batch: { external_batch_id: 'V2', invoices: [0, 1].map(buildReceipt) } };
  const answer = await api.post(organization.token, body, { version: 2 });
  const { data, errors } = answer.json<{ data: { id: number }; errors: object[] }>();
  if (errors.length > 0) throw new Error(answer.body);
  await processBatch(issuingContext(api), data.id);
  test.pass(5);
  const pending = await postBatch(api, organization, 2, 'P');
  return {
    ...test,
    other,
    accepted,
    mixed,
    simplified: data.id,
    pending,
    get: (path, token = organization.token) => api.get(token, path, {}, 2),
    of: (batch, ...positions) => positions.map((position) => batch * 1000 + position),
  };
}
