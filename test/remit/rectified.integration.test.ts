import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchInvoiceView } from '#src/contracts/answers.ts';
import type { InvoiceInput } from '#src/contracts/invoice-input.ts';
import { openCorrecting, type TestCorrecting } from '../api/support/open-correcting.ts';
import { readStoredDocument } from '../support/literals.ts';

const NOBODY = {
  recipient_legal_name: null,
  recipient_document_type: null,
  recipient_document_number: null,
} as const satisfies InvoiceInput;

describe('an invoice that corrects or replaces another invoice', () => {
  let test: TestCorrecting;
  beforeAll(async () => {
    test = await openCorrecting();
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const read = async (id: number) => {
    const answer = await test.api.get(test.organization.token, `/batch_invoices/${id}`);
    const { data } = answer.json<{ data: BatchInvoiceView }>();
    return { error: data.processing_error, state: data.verifactu_state };
  };

  it('can replace a simplified invoice again after the first replacement was annulled', async () => {
    const simplified = await test.remitted('SIMPLE', () => ({ invoice_type: 'F2', ...NOBODY }));
    const replace = () => ({ invoice_type: 'F3', rectified_invoice_id: simplified });
    const first = await test.remitted('FIRST', replace);
    expect((await read(first)).state).toBe('accepted');
    expect((await read(await test.remitted('SECOND', replace))).error).toMatch(
      /^Rectified invoice is already replaced by/,
    );
    expect((await test.order('annul', first)).statusCode).toBe(202);
    await test.send();
    expect((await read(await test.remitted('THIRD', replace))).state).toBe('accepted');
  });

  it('can use the IVA rates of the rectified operation, whose date becomes its FechaOperacion, and AEAT accepts it', async () => {
    const lines = (units: number, tax_rate: number) => [{ concept: 'Pan', units, unit_price: 10, tax_rate }];
    for (const rate of [2, 7.5]) {
      const original = await test.remitted(`OLD-${rate}`, () => ({
        operation_date: '2024-11-29',
        lines: lines(2, rate),
      }));
      expect((await read(original)).state).toBe('accepted');
      const correct = (rectified: number) => () => ({
        invoice_type: 'R1',
        rectified_invoice_id: rectified,
        lines: lines(-1, rate),
      });
      const corrected = await test.remitted(`NEW-${rate}`, correct(original));
      expect(await read(corrected)).toEqual({ error: null, state: 'accepted' });
      expect(JSON.parse(await readStoredDocument(test.pool, corrected))).toMatchObject({
        issueDate: '2026-11-20',
        operationDate: '2024-11-29',
      });
      // A correction of the correction refers to the same operation.
      const next = await test.remitted(`NEXT-${rate}`, correct(corrected));
      expect(await read(next)).toEqual({ error: null, state: 'accepted' });
      expect(JSON.parse(await readStoredDocument(test.pool, next))).toMatchObject({
        operationDate: '2024-11-29',
      });
    }
  });

  it('fails with a rate of IVA that did not exist on the date of the rectified operation', async () => {
    const original = await test.remitted('LATE', () => ({ operation_date: '2025-01-01' }));
    const failed = await test.remitted('LATER', () => ({
      invoice_type: 'R1',
      rectified_invoice_id: original,
      lines: [{ concept: 'Pan', units: -1, unit_price: 10, tax_rate: 2 }],
    }));
    expect((await read(failed)).error).toMatch(
      /^Rectified invoice has the operation date 2025-01-01, .* 2 can't be charged$/,
    );
  });
});
