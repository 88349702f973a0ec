import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CreateBatchAnswer, ValidationAnswer } from '../../../src/contracts/v2/batch-answers.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { processBatch } from '../../../src/issue/process-batch.ts';
import { issuingContext } from '../../support/engine.ts';
import { buildBatchV2 } from '../../support/invoices-v2.ts';
import type { TestRemission } from '../../support/remission.ts';

/* Batches of version 2 whose invoices rectify or replace each other. */

export const NOBODY = {
  recipient_legal_name: null,
  recipient_document_type: null,
  recipient_document_number: null,
  recipient_billing_address: null,
  recipient_billing_postal_code: null,
  recipient_billing_city: null,
};
export const line = (unit_price: string, units = '1') => [
  { concept: 'Servicio', units, unit_price, tax_rate: 21 },
];
export const refer = (ids: readonly number[]) => ids.map((id) => ({ issued_invoice_id: id }));

/**
 * Creates and issues a batch.
 * @returns the ids of its invoices, with the error of each that failed.
 */
export async function issue(test: TestRemission, series: string, ...invoices: readonly InvoiceInput[]) {
  const { api, organization } = test;
  const answer = await api.post(organization.token, buildBatchV2(series, ...invoices), {
    key: randomUUID(),
    version: 2,
  });
  const { data } = answer.json<CreateBatchAnswer>();
  expect(await processBatch(issuingContext(api), data.id)).toMatchObject({ kind: 'issued' });
  const rows = await test.read<{ id: number; error: string | null }>(
    'select id::float8 as id, processing_error as error from batch_invoices where batch_id = $1 order by id',
    [data.id],
  );
  return { ids: rows.map(({ id }) => id), errors: rows.map(({ error }) => error) };
}

/** Returns the errors and warnings of a dry run, as `index path code`. */
export async function validate(
  test: TestRemission,
  series: string,
  ...invoices: readonly InvoiceInput[]
): Promise<string[]> {
  const { api, organization } = test;
  const answer = await api.inject({
    method: 'POST',
    url: '/api/v2/invoice_batches/validate',
    headers: { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(buildBatchV2(series, ...invoices)),
  });
  const { errors, warnings } = answer.json<ValidationAnswer>();
  return [...errors, ...warnings].flatMap(({ index, details }) =>
    details
      .filter(({ code }) => code !== 'issuer_address_missing')
      .map(({ path, code }) => `${index} ${path} ${code}`),
  );
}
