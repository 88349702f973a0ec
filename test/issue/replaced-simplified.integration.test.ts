import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ValidationAnswer } from '../../src/contracts/validation-answer.ts';
import { todayInMadrid } from '../../src/domain/reading/madrid-time.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { buildInvoice } from '../support/invoices.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

it('validation and issuing refuse every R5 of a simplified invoice that an F3 replaces, also through another R5', async () => {
  const own = await api.createOrganization();
  const today = todayInMadrid(api.clock.now);
  const nobody = {
    recipient_legal_name: null,
    recipient_document_type: null,
    recipient_document_number: null,
  };
  const simplified = await issueBatch(api, own, 2, 'SIMPLE', () => ({
    operation_date: today,
    invoice_type: 'F2',
    ...nobody,
  }));
  const [early, late] = [simplified * 1000, simplified * 1000 + 1];
  const invoice = (number_serie: string, invoice_type: 'R5' | 'F3', rectified_invoice_id: number) =>
    buildInvoice({
      external_invoice_id: number_serie,
      number_serie,
      operation_date: today,
      invoice_type,
      rectified_invoice_id,
      ...(invoice_type === 'R5' && nobody),
    });
  const first = await issueBatch(api, own, 2, 'FIRST', (index) =>
    invoice(`FIRST-${index}`, 'R5', [early, late][index]!),
  );
  const [ofEarly, ofLate] = [first * 1000, first * 1000 + 1];
  const replacing = (await issueBatch(api, own, 1, 'SECOND', () => invoice('SECOND-0', 'F3', early))) * 1000;
  const invoices = [
    invoice('Z-0', 'R5', early),
    invoice('Z-1', 'R5', ofEarly),
    invoice('Z-2', 'R5', late),
    invoice('Z-3', 'F3', late),
    invoice('Z-4', 'R5', late),
    invoice('Z-5', 'R5', ofLate),
  ];
  const payload = JSON.stringify({ invoice_batch: { invoices } });
  const headers = { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' };
  const url = '/api/v1/invoice_batches/validate';
  const { findings } = (await api.inject({ method: 'POST', url, headers, payload })).json<ValidationAnswer>();
  const says = (by: string) =>
    `Rectified invoice is replaced by ${by}: a replaced simplified invoice can no longer be corrected; rectify the F3 with R1 to R4`;
  expect(findings.map(({ index, message }) => [index, message])).toEqual([
    [0, says(`issued invoice ${replacing}`)],
    [1, says(`issued invoice ${replacing}`)],
    [4, says('invoices[3] of this batch')],
    [5, says('invoices[3] of this batch')],
  ]);
  const batch = await issueBatch(api, own, invoices.length, 'Z', (index) => invoices[index]!);
  const { rows } = await api.database.pool.query<{ error: string | null }>(
    'select processing_error as error from batch_invoices where batch_id = $1 order by id',
    [batch],
  );
  expect(rows.map(({ error }) => error)).toEqual([
    says(`issued invoice ${replacing}`),
    says(`issued invoice ${replacing}`),
    null,
    null,
    says(`issued invoice ${batch * 1000 + 3}`),
    says(`issued invoice ${batch * 1000 + 3}`),
  ]);
});
