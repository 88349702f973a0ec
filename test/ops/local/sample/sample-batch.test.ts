import { prepareV1 } from '../../../domain/support/inputs.ts';
import { describe, expect, it } from 'vitest';
import { readLogo } from '../../../../ops/cli/org/read-looks.ts';
import { buildOpeningBatch, buildSampleBatch } from '../../../../ops/local/sample/sample-batch.ts';
import { OPENING_INVOICES, type OpeningName } from '../../../../ops/local/sample/sample-opening.ts';
import { LOGO } from '../../../../ops/local/sample/sample-profiles.ts';
import {
  INVOICE_TYPES,
  OPERATION_TYPES,
  PAYMENT_METHODS,
  RECIPIENT_DOCUMENT_TYPES,
  TAX_EXEMPTION_CODES,
  TAX_OPERATION_KEYS,
  TAX_REGIMES,
  TAX_TYPES,
} from '../../../../src/contracts/codes.ts';

const TODAY = '2026-11-20';
const IDS = Object.fromEntries(Object.keys(OPENING_INVOICES).map((name, index) => [name, index + 1]));
const { invoices } = buildSampleBatch(TODAY, IDS as Record<OpeningName, number>).invoice_batch;
const lines = invoices.flatMap((invoice) => invoice.lines ?? []);

function prepare(invoice: (typeof invoices)[number]) {
  return prepareV1(invoice, { organizationName: 'Demo', today: TODAY, inexactNumbers: new Set() });
}
const prepared = invoices.map(prepare);
const documents = prepared.flatMap((preparation) =>
  preparation.kind === 'prepared' ? [preparation.invoice.document] : [],
);
const documentLines = documents.flatMap((document) => document.lines);

describe('the sample batch', () => {
  it('has 26 invoices, the last two of which fail', () => {
    expect(prepared.map(({ kind }) => kind)).toEqual([
      ...Array<string>(24).fill('prepared'),
      'refused',
      'refused',
    ]);
  });

  it('corrects invoices that can be issued', () => {
    const opening = buildOpeningBatch(TODAY).invoice_batch.invoices;
    expect(opening.map(prepare).filter(({ kind }) => kind === 'refused')).toEqual([]);
  });

  it.each([
    ['invoice type', INVOICE_TYPES, documents.map(({ type }) => type)],
    [
      'recipient document',
      RECIPIENT_DOCUMENT_TYPES,
      documents.map(({ recipient }) => recipient?.documentType),
    ],
    ['payment method', PAYMENT_METHODS, documents.map(({ paymentMethod }) => paymentMethod)],
    ['operation type', OPERATION_TYPES, invoices.map((invoice) => invoice.operation_type)],
    ['tax type', TAX_TYPES, documentLines.map(({ taxType }) => taxType)],
    [
      'regime but 06',
      TAX_REGIMES.filter((regime) => regime !== '06'),
      documentLines.map(({ regime }) => regime),
    ],
    ['operation key', TAX_OPERATION_KEYS, lines.map((line) => line.tax_operation_key ?? 'S1')],
    ['exemption', TAX_EXEMPTION_CODES, documentLines.map(({ exemptionCode }) => exemptionCode)],
    ['VAT rate', ['0', '4', '10', '21'], documentLines.map(({ taxType, rate }) => taxType === 'iva' && rate)],
  ])('contains every %s in an invoice that is issued', (_, wanted, shown) => {
    expect(new Set<unknown>(shown)).toEqual(new Set([...shown, ...wanted]));
  });

  it('contains withholding, reimbursable expenses, discounts, negative lines, notes and footers', () => {
    expect(documents.some(({ totals }) => totals.withholdings.length > 0)).toBe(true);
    expect(documents.some(({ totals }) => totals.reimbursableExpenses !== null)).toBe(true);
    expect(documents.some(({ footerNote }) => footerNote !== null)).toBe(true);
    expect(documents.some(({ unidentifiedRecipient }) => unidentifiedRecipient)).toBe(true);
    expect(documents.some(({ operationDate }) => operationDate !== null)).toBe(true);
    expect(documentLines.some(({ discountPercent }) => discountPercent !== null)).toBe(true);
    expect(documentLines.some(({ units }) => units.startsWith('-'))).toBe(true);
    expect(documentLines.some(({ notes }) => notes !== null)).toBe(true);
  });

  it('has an invoice with more lines than fit on two pages, and a logo', () => {
    expect(documents.some(({ lines: { length } }) => length > 50)).toBe(true);
    expect(readLogo(LOGO)).toMatchObject({ mediaType: 'image/png' });
  });

  it.each(['2026-01-01', '2026-12-31', '2028-02-29'])('can be sent on %s', (today) => {
    const { invoice_batch: batch } = buildSampleBatch(today, IDS as Record<OpeningName, number>);
    const context = { organizationName: 'Demo', today, inexactNumbers: new Set<string>() };
    const issuable = batch.invoices.filter((invoice) => prepareV1(invoice, context).kind === 'prepared');
    expect(issuable).toHaveLength(24);
  });
});
