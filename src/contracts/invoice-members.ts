import {
  INVOICE_TYPES,
  MAX_INVOICE_LINES,
  OPERATION_TYPES,
  PAYMENT_METHODS,
  RECIPIENT_DOCUMENT_TYPES,
  TAX_EXEMPTION_CODES,
  TAX_OPERATION_KEYS,
  TAX_REGIMES,
  TAX_TYPES,
} from './codes.ts';
import type { InvoiceInput, InvoiceLineInput } from './invoice-input.ts';
import { MAX_LENGTHS } from './text-lengths.ts';

/**
 * What a member of a request means and which values can succeed, in the words of JSON Schema. A request that does not keep to them is accepted all the same
 * where its JSON types are right; the invoice fails, with a finding.
 */
export type MemberWords = {
  readonly description: string;
  /** An invoice without it fails. */
  readonly required?: true;
  readonly enum?: readonly string[];
  readonly format?: 'date';
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly examples?: readonly (string | number | boolean)[];
};

/** At most 12 integer digits. */
const AMOUNT = { exclusiveMinimum: -1e12, exclusiveMaximum: 1e12 };
const PER_CENT = { minimum: 0, maximum: 100 };
const PRINTED = 'Printed on the PDF.';

export const INVOICE_MEMBERS: Readonly<Record<keyof InvoiceInput, MemberWords>> = {
  external_invoice_id: {
    description:
      'Your own id of this invoice, unique or not. Key of the `errors` map, and what the lists can be searched by; the engine gives it back and does nothing else with it.',
    maxLength: MAX_LENGTHS.external_invoice_id,
    examples: ['order-20931'],
  },
  issuer_nif: {
    description:
      'NIF, NIE or CIF of the issuer, with its control character and without `ES` before it. Blanks, dots and hyphens are removed, small letters are taken for capitals.',
    required: true,
    examples: ['B12345674'],
  },
  number_serie: {
    description:
      "Invoice number, series included (AEAT's NumSerieFactura). Printable ASCII without `\"` `'` `<` `>` `=`, no blank at either end. Unique per issuer and calendar year of the issue date.",
    required: true,
    maxLength: MAX_LENGTHS.number_serie,
    pattern: '^[!#-&(-;?-~]([ !#-&(-;?-~]*[!#-&(-;?-~])?$',
    examples: ['F-2026/0001'],
  },
  issuer_name: {
    description: "Name of the issuer. Default: the organization's name.",
    maxLength: MAX_LENGTHS.issuer_name,
    examples: ['Comercial Ejemplo SL'],
  },
  invoice_type: {
    description:
      '`F1` invoice, `F2` simplified invoice, `F3` invoice in the place of simplified ones, `R1` to `R4` rectifications, `R5` rectification of a simplified invoice. Default: `F1` where a recipient is identified, else `F2`. `F2` only up to 3,010 € without `has_unidentified_recipient`.',
    enum: INVOICE_TYPES,
    examples: ['F1'],
  },
  operation_description: {
    description: "What the invoice is for (AEAT's DescripcionOperacion). Default: the lines' concepts, cut.",
    maxLength: MAX_LENGTHS.operation_description,
    examples: ['Consultoría de noviembre'],
  },
  operation_date: {
    description:
      'Issue date, from 2024-10-28 until today in Madrid. With regime `14` or `15` on every line: the date of the operation, and today is the issue date.',
    required: true,
    format: 'date',
    examples: ['2026-11-20'],
  },
  due_date: {
    description: `Until when it is to be paid; not before the issue date. ${PRINTED}`,
    format: 'date',
    examples: ['2026-12-20'],
  },
  rectified_invoice_id: {
    description:
      '`issued_invoice_id` of the invoice that this one rectifies, of the same issuer. Required with `R1` to `R5`; allowed with `F3`, for the simplified invoice that it replaces.',
    minimum: 1,
    examples: [1042000],
  },
  has_unidentified_recipient: {
    description:
      'Issued without identifying the recipient (art. 6.1.d RD 1619/2012). True only with `F2` or `R5`. The name and the address of the recipient may then be there: they are printed and stay out of the registration record.',
  },
  recipient_legal_name: {
    description:
      'Name of the recipient. Required with `F1`, `F3` and `R1` to `R4`; absent with `F2` and `R5`, unless `has_unidentified_recipient` is true: then it is only printed.',
    maxLength: MAX_LENGTHS.recipient_legal_name,
    examples: ['Cliente Ejemplo SA'],
  },
  recipient_document_type: {
    description:
      'What identifies the recipient; required with `F1`, `F3` and `R1` to `R4`, absent with `F2` and `R5`. `nif` and `nie`: a Spanish number, without `ES` before it. `international_vat_number`: the VAT number of somebody in another member state, with its prefix (`XI` for Northern Ireland), and the tax number of a company outside the European Union, such as an American EIN, with `recipient_country_code`. `passport`: the passport of a natural person, with `recipient_country_code`.',
    enum: RECIPIENT_DOCUMENT_TYPES,
    examples: ['nif'],
  },
  recipient_document_number: {
    description: 'Number of that document; required and absent as its type is.',
    examples: ['A12345674'],
  },
  recipient_billing_address: {
    description: `Street and number. ${PRINTED}`,
    maxLength: MAX_LENGTHS.recipient_billing_address,
    examples: ['Calle Mayor 1'],
  },
  recipient_billing_postal_code: {
    description: PRINTED,
    maxLength: MAX_LENGTHS.recipient_billing_postal_code,
    examples: ['28013'],
  },
  recipient_billing_city: {
    description: PRINTED,
    maxLength: MAX_LENGTHS.recipient_billing_city,
    examples: ['Madrid'],
  },
  contact_id: { description: 'Not supported at present: leave it out, or null.' },
  invoiceable_serie_id: {
    description: 'Your own id of the series. Kept with the invoice, never registered.',
  },
  payment_method: {
    description: `How it is paid. ${PRINTED}`,
    enum: PAYMENT_METHODS,
    examples: ['bank_transfer'],
  },
  payment_method_info: {
    description: `For example an IBAN. May have line breaks. ${PRINTED}`,
    maxLength: MAX_LENGTHS.payment_method_info,
    examples: ['ES91 2100 0418 4502 0005 1332'],
  },
  operation_type: {
    description: 'Kept with the invoice, never registered.',
    enum: OPERATION_TYPES,
    examples: ['domestic_operations_deductible_vat'],
  },
  recipient_country_code: {
    description: 'Country of the recipient: ISO 3166-1 alpha-2, capitals.',
    pattern: '^[A-Z]{2}$',
    examples: ['ES'],
  },
  footer_note: {
    description: 'Printed at the end of the invoice. May have line breaks.',
    maxLength: MAX_LENGTHS.footer_note,
  },
  total_reimbursable_expenses_amount: {
    description:
      'Suplidos: euros paid in the name of the recipient, at most 2 decimals. Not in `total_after_taxes`; the PDF adds them to what is to be paid.',
    minimum: 0,
    exclusiveMaximum: AMOUNT.exclusiveMaximum,
    examples: [35.5],
  },
  paid: { description: `Whether it is paid already. ${PRINTED}` },
  lines: {
    description:
      'At least one. In the order of `position`, those without one last, and as they come where it is the same. At most 12 tax groups (type, regime, key or exemption, rate) in one invoice.',
    required: true,
    minItems: 1,
    maxItems: MAX_INVOICE_LINES,
  },
};

export const LINE_MEMBERS: Readonly<Record<keyof InvoiceLineInput, MemberWords>> = {
  position: { description: 'Lines are sorted by it, ascending.', examples: [1] },
  concept: {
    description: 'What was delivered or done.',
    required: true,
    maxLength: MAX_LENGTHS.concept,
    examples: ['Consultoría'],
  },
  units: {
    description: 'How many, at most 6 decimals. Negative in a correction.',
    required: true,
    ...AMOUNT,
    examples: [8],
  },
  unit_price: {
    description: 'Euros for one unit, without tax, at most 6 decimals. Negative in a correction.',
    required: true,
    ...AMOUNT,
    examples: [62.5],
  },
  discount_percent: {
    description: 'Per cent of units × price, at most 2 decimals.',
    ...PER_CENT,
    examples: [10],
  },
  notes: { description: 'Printed below the concept. May have line breaks.', maxLength: MAX_LENGTHS.notes },
  tax_type: {
    description:
      '`iva` VAT (default), `psi` of Ceuta and Melilla, `igic` of the Canary Islands, `others` any other tax.',
    enum: TAX_TYPES,
    examples: ['iva'],
  },
  tax_regime: {
    description:
      "AEAT's ClaveRegimen (list L8A), only with `iva`. Default `01`, the general regime. `03` and `05` are printed with tax included, never apart, and take no withholding; `06` is not supported. `18` says that the issuer is itself a retailer under the recargo de equivalencia; it charges no surcharge. An invoice for goods sold to such a retailer, on which its supplier must charge the recargo, cannot be issued with version 1 of the API.",
    enum: TAX_REGIMES,
    examples: ['01'],
  },
  tax_operation_key: {
    description:
      "AEAT's CalificacionOperacion, only with `iva` and regime `01`: `S1` subject (default where there is no exemption), `S2` reverse charge, `N1` not subject (arts. 7, 14 and others), `N2` not subject by place.",
    enum: TAX_OPERATION_KEYS,
    examples: ['S1'],
  },
  tax_exemption_code: {
    description:
      "AEAT's OperacionExenta, only with `iva`, never together with `tax_operation_key`: exempt by art. 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 and 24 (`E4`), 25 (`E5`), or on other grounds (`E6`). `E2` and `E3` have regime `02`, not `01`. `E5` needs a recipient in another member state: its VAT number or, for a new means of transport, a passport of that state.",
    enum: TAX_EXEMPTION_CODES,
  },
  tax_rate: {
    description:
      'Per cent (21, not 0.21), at most 2 decimals. Required with `S1`: 0, 4, 10 or 21 with `iva` today. Absent or 0 with `S2`, `N1`, `N2` and exemptions.',
    ...PER_CENT,
    examples: [21],
  },
  income_tax_withholding_rate: {
    description:
      'Retención of IRPF: per cent of the net amount (15, not 0.15), at most 2 decimals. Not with regimes `03` and `05`. Not in `total_after_taxes`; the PDF takes it from what is to be paid.',
    ...PER_CENT,
    examples: [15],
  },
};
