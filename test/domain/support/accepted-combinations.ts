import {
  INVOICE_TYPES,
  TAX_EXEMPTION_CODES,
  TAX_OPERATION_KEYS,
  TAX_REGIMES,
} from '../../../src/contracts/codes.ts';
import type { InvoiceInput, InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import {
  AMERICAN,
  buildInput,
  buildLine,
  GERMAN,
  IDENTIFIED,
  NOBODY,
  PUBLIC_BODY,
  TRAVELLER,
} from './inputs.ts';

/*
 * Every combination of the invoice type, the recipient, and the tax, regime, key or exemption,
 * which together determine a record. The engine refuses some of them. AEAT's schema and the AEAT
 * sandbox check the records of the others.
 */

const RECIPIENTS: Readonly<Record<string, InvoiceInput>> = {
  nobody: NOBODY,
  unidentified: { ...NOBODY, has_unidentified_recipient: true },
  company: IDENTIFIED,
  person: { ...IDENTIFIED, recipient_document_number: '12345678Z' },
  foreigner: { ...IDENTIFIED, recipient_document_type: 'nie', recipient_document_number: 'X1234567L' },
  'public body': PUBLIC_BODY,
  German: GERMAN,
  American: AMERICAN,
  traveller: TRAVELLER,
};

const VAT_LINES: InvoiceLineInput[] = TAX_REGIMES.flatMap((tax_regime) => [
  ...TAX_OPERATION_KEYS.map((tax_operation_key) => ({
    tax_regime,
    tax_operation_key,
    tax_rate: tax_operation_key === 'S1' ? 21 : null,
  })),
  ...TAX_EXEMPTION_CODES.map((tax_exemption_code) => ({ tax_regime, tax_exemption_code, tax_rate: null })),
  { tax_regime, tax_rate: 21 },
  { tax_regime, tax_rate: null },
]);

const LINES: readonly InvoiceLineInput[] = [
  ...[0, 4, 10, 21].map((tax_rate) => ({ tax_rate })),
  ...VAT_LINES,
  ...(['igic', 'psi', 'others'] as const).flatMap((tax_type) =>
    [0, 7, 3.5].map((tax_rate) => ({ tax_type, tax_rate })),
  ),
];

export type Combination = { readonly name: string; readonly input: InvoiceInput };

export const MATRIX: readonly Combination[] = INVOICE_TYPES.flatMap((invoice_type) =>
  Object.entries(RECIPIENTS).flatMap(([recipient, fields]) =>
    LINES.map((taxes) => ({
      name: `${invoice_type} to ${recipient}: ${JSON.stringify(taxes)}`,
      input: buildInput({
        invoice_type,
        ...fields,
        rectified_invoice_id: invoice_type.startsWith('R') || invoice_type === 'F3' ? 7 : null,
        // Regime 14 requires an operation date in the future.
        ...(taxes.tax_regime === '14' ? { operation_date: '2026-12-24' } : {}),
        lines: [buildLine(taxes)],
      }),
    })),
  ),
);
