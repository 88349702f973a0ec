import type { Static } from 'typebox';
import { decimal, integer, list, object, text } from '../members.ts';
import { CENTS } from '../limits.ts';
import { INVOICE_MEMBERS } from './invoice-members.ts';
import { RECTIFICATION } from './nested-members.ts';

/* The members of a request to credit an invoice, in version 2. */

/** The types that a credit can have: all rectifying invoices. */
export const CREDIT_TYPES = ['R1', 'R2', 'R3', 'R4', 'R5'] as const;

const UNIT_DECIMALS = 6;

const CREDIT_LINE = object('CreditLineInput', 'A line of the credited invoice.', {
  line: integer({
    name: { en: 'Line', es: 'Línea' },
    description: 'Number of the line, from 1, in the order of `document.lines` of the invoice.',
    required: true,
    minimum: 1,
    examples: [1],
  }),
  units: decimal({
    name: { en: 'Units', es: 'Unidades' },
    description:
      'Units that are credited, above 0 and at most those of the line. Exactly one of `units` and `amount` is required.',
    decimals: UNIT_DECIMALS,
    exclusiveMinimum: 0,
    exclusiveMaximum: 1e12,
    examples: ['2'],
  }),
  amount: decimal({
    name: { en: 'Amount', es: 'Importe' },
    description:
      'Amount of the line that is credited, above 0: without tax, or with tax if the prices of the invoice include it. Exactly one of `units` and `amount` is required.',
    decimals: CENTS,
    exclusiveMinimum: 0,
    exclusiveMaximum: 1e12,
    examples: ['50.00'],
  }),
});

const CREDIT_MEMBERS = {
  reason: text({
    name: { en: 'Reason', es: 'Motivo' },
    description: RECTIFICATION.members.reason.description,
    required: true,
    maxLength: RECTIFICATION.members.reason.maxLength,
    examples: ['Devolución de un artículo'],
  }),
  lines: list(CREDIT_LINE, {
    name: { en: 'Lines', es: 'Líneas' },
    description:
      'The lines that are credited. If they are absent, the whole invoice is credited, which is possible only once and only if nothing of it was credited before.',
    maxItems: 1000,
  }),
  number_serie: INVOICE_MEMBERS.number_serie,
  series: INVOICE_MEMBERS.series,
  invoice_type: text({
    name: INVOICE_MEMBERS.invoice_type.name,
    description:
      'Type of the rectification. Default: `R5` for a simplified invoice, and only that; otherwise `R1`. `R2` for an insolvency, `R3` for a bad debt and `R4` for other reasons are stated.',
    enum: CREDIT_TYPES,
    examples: ['R4'],
  }),
  issue_date: INVOICE_MEMBERS.issue_date,
  external_invoice_id: INVOICE_MEMBERS.external_invoice_id,
  metadata: INVOICE_MEMBERS.metadata,
};

export const CREDIT = object(
  'CreditInput',
  'What of an issued invoice is credited, and why.',
  CREDIT_MEMBERS,
);

export type CreditInput = Static<typeof CREDIT.shape>;
export type CreditLineInput = Static<typeof CREDIT_LINE.shape>;
