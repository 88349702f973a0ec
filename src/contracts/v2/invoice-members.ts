import {
  DOCUMENT_TYPES,
  ISSUED_BY_ROLES,
  MAX_ALLOWANCES,
  MAX_DELIVERY_NOTES,
  MAX_DUE_DATES,
  MAX_METADATA,
  MAX_RECIPIENTS,
  MAX_REFERENCED_INVOICES,
  PAYMENT_MEANS,
  RECTIFICATION_METHODS,
} from '../codes.ts';
import { INVOICE_MEMBERS as INVOICE_MEMBERS_V1, type MemberWords } from '../invoice-members.ts';
import { MAX_LENGTHS } from '../text-lengths.ts';
import type {
  InvoiceInput,
  InvoiceReference as InvoiceReferenceInput,
  IssuedByInput,
  PartyInput,
  PaymentInput,
  PeriodInput,
  RectificationInput,
} from './invoice-input.ts';

/*
 * The meaning and the valid values of the members of an invoice in version 2, as keywords of JSON Schema. Members that version 1 has with the same
 * rules keep its words.
 */

export type Words = MemberWords & {
  /** Of a decimal: the most digits after the point. */
  readonly decimals?: number;
};
export type WordsOf<Input> = Readonly<Record<keyof Input & string, Words>>;

const PRINTED = 'Printed on the PDF.';
/** Decimals of amounts, prices and rates of exchange. */
export const CENTS = 2;
const EXCHANGE_DECIMALS = 10;
/** At most 12 integer digits. */
export const MAGNITUDE = { exclusiveMinimum: -1e12, exclusiveMaximum: 1e12 };
export const NOT_NEGATIVE = { minimum: 0, exclusiveMaximum: 1e12 };
const INSTEAD = 'Not allowed together with `recipients`.';
const reference = (businessTerm: string, of: string): Words => ({
  description: `Reference of ${of} (EN 16931 ${businessTerm}). ${PRINTED}`,
  maxLength: MAX_LENGTHS.reference,
});

const { operation_date: _issueDate, ...SAME } = INVOICE_MEMBERS_V1;

export const INVOICE_MEMBERS: WordsOf<InvoiceInput> = {
  ...SAME,
  external_invoice_id: {
    ...SAME.external_invoice_id,
    description:
      'Your own id of this invoice; it need not be unique. Answers repeat it, and the lists can be searched by it. The engine does not use it for anything else.',
  },
  invoice_type: {
    ...SAME.invoice_type,
    description:
      '`F1` invoice, `F2` simplified invoice, `F3` invoice that replaces simplified invoices, `R1` to `R4` rectifying invoices, `R5` rectifying invoice for a simplified invoice. Default: `F1` if a recipient is identified, otherwise `F2`.',
  },
  issue_date: {
    description:
      'Issue date. Default: today in Madrid. It can be up to 30 days back (art. 11 RD 1619/2012), or any day since 2024-10-28 if the operator of the engine has set the organization to migrating.',
    format: 'date',
    examples: ['2026-11-20'],
  },
  operation_date: {
    description:
      'Date of the operation (devengo; FechaOperacion) if it is not the issue date; at most 20 years back. Tax rates are those of this date. It can be after the issue date only if every line has regime `14` or `15`. Version 1 has no such date: its `operation_date` is the `issue_date` of version 2.',
    format: 'date',
    examples: ['2026-11-18'],
  },
  due_date: {
    description: `Due date of the payment; not before the issue date. Several due dates stand in \`payment.due\`. ${PRINTED}`,
    format: 'date',
    examples: ['2026-12-20'],
  },
  rectified_invoice_id: {
    ...SAME.rectified_invoice_id,
    description:
      '`issued_invoice_id` of the invoice of the same issuer that this one rectifies by differences (`R1` to `R5`) or replaces (`F3`). Use `rectification` or `replaces` to state more.',
  },
  rectification: {
    description:
      'What a rectifying invoice (`R1` to `R5`) rectifies, how and why (art. 15 RD 1619/2012). `R1` to `R5` need it, or `rectified_invoice_id`.',
  },
  replaces: {
    description:
      'The simplified invoices that an `F3` replaces (art. 7.2 RD 1619/2012). Each can be replaced once.',
    maxItems: MAX_REFERENCED_INVOICES,
  },
  simplified_qualified: {
    description:
      'Whether a simplified invoice contains the data of art. 7.2 or 7.3 RD 1619/2012, so that its recipient can deduct the tax (FacturaSimplificadaArt7273). Only with invoice types that the message of a refusal lists.',
  },
  has_unidentified_recipient: {
    ...SAME.has_unidentified_recipient,
    description: `${SAME.has_unidentified_recipient.description} ${INSTEAD}`,
  },
  recipient_legal_name: {
    ...SAME.recipient_legal_name,
    description: `${SAME.recipient_legal_name.description} ${INSTEAD}`,
  },
  recipient_document_type: {
    description: `Type of the document that identifies the recipient; see \`document_type\` of \`recipients\`. ${INSTEAD}`,
    enum: DOCUMENT_TYPES,
    examples: ['nif'],
  },
  recipient_document_number: {
    ...SAME.recipient_document_number,
    description: `${SAME.recipient_document_number.description} ${INSTEAD}`,
  },
  recipients: {
    description:
      'The recipients, instead of the members `recipient_…`. The first one is the addressee of the page. `F1` needs at least one identified recipient.',
    maxItems: MAX_RECIPIENTS,
  },
  issued_by: {
    description:
      'Who issues the invoice in the name of the issuer (EmitidaPorTerceroODestinatario); absent if the issuer does. With the role `recipient` the page shows "Facturación por el destinatario".',
  },
  coupon: {
    description:
      'Whether the invoice is rectified because of coupons that the issuer refunded (Cupon); only with `R1` or `R5`.',
  },
  currency: {
    description:
      'Currency of all amounts: ISO 4217. Default: EUR. Another currency needs `exchange_rate`; the record and the QR code contain euros, and the page shows both (art. 12 RD 1619/2012).',
    pattern: '^[A-Z]{3}$',
    examples: ['EUR'],
  },
  exchange_rate: {
    description:
      'Euros per unit of the currency on the day of the operation, for example as the European Central Bank published it. Not allowed with euros.',
    decimals: EXCHANGE_DECIMALS,
    exclusiveMinimum: 0,
    exclusiveMaximum: 1e12,
    examples: ['0.9217'],
  },
  prices_include_tax: {
    description:
      'Whether the prices contain the tax and the recargo de equivalencia. The total of a line is then rounded to the cent, and the tax of a group is computed from the sum of its lines, so that the total of the invoice is what the customer saw. Default: false.',
  },
  total: {
    description:
      'The total that your own system computed. If it differs by more than a cent, the invoice fails with both amounts.',
    decimals: CENTS,
    ...MAGNITUDE,
    examples: ['121.00'],
  },
  buyer_reference: reference('BT-10', 'the buyer'),
  order_reference: reference('BT-13', 'the order'),
  contract_reference: reference('BT-12', 'the contract'),
  delivery_note_references: {
    description: `References of the delivery notes (EN 16931 BT-16), each of at most ${MAX_LENGTHS.reference} characters. ${PRINTED}`,
    maxItems: MAX_DELIVERY_NOTES,
  },
  project_reference: reference('BT-11', 'the project'),
  period: { description: `Period that the invoice is for (EN 16931 BG-14). ${PRINTED}` },
  payment_method: {
    ...SAME.payment_method,
    description: `Payment method. \`payment.means\` has the same values and \`direct_debit\`; only one of the two can be given. ${PRINTED}`,
  },
  payment: { description: `How and when the invoice is paid. ${PRINTED}` },
  prepaid_amount: {
    description: 'Deposits that were invoiced or paid before. They lower the amount to pay, not the total.',
    decimals: CENTS,
    ...NOT_NEGATIVE,
    examples: ['100.00'],
  },
  total_reimbursable_expenses_amount: {
    ...SAME.total_reimbursable_expenses_amount,
    description:
      'Suplidos: amount paid in the name of the recipient. It is not part of the total; the PDF adds it to the amount to pay.',
    decimals: CENTS,
    examples: ['35.50'],
  },
  allowances: {
    description: 'Allowances of the whole invoice (EN 16931 BG-20). They lower the total.',
    maxItems: MAX_ALLOWANCES,
  },
  charges: {
    description: 'Charges of the whole invoice, such as shipping (EN 16931 BG-21). They raise the total.',
    maxItems: MAX_ALLOWANCES,
  },
  metadata: {
    description: `At most ${MAX_METADATA} pairs of your own, with names of at most ${MAX_LENGTHS.metadata_key} and values of at most ${MAX_LENGTHS.metadata_value} characters. Answers repeat them, lists can be filtered by one, and nothing prints them.`,
  },
};

export const REFERENCE_MEMBERS: WordsOf<InvoiceReferenceInput> = {
  issued_invoice_id: {
    description:
      '`issued_invoice_id` of an invoice that this engine issued for the organization; the other members must then be absent.',
    minimum: 1,
    examples: [1042000],
  },
  issuer_nif: {
    description:
      'NIF of the issuer of an invoice that is not stored here. Default: the issuer of this invoice.',
  },
  number_serie: {
    description: 'Number of an invoice that is not stored here.',
    maxLength: MAX_LENGTHS.number_serie,
    examples: ['2025/0815'],
  },
  issue_date: {
    description: 'Issue date of an invoice that is not stored here.',
    format: 'date',
    examples: ['2025-11-20'],
  },
};

export const RECTIFICATION_MEMBERS: WordsOf<RectificationInput> = {
  method: {
    description:
      "AEAT's TipoRectificativa. `differences`: the lines state only the change. `substitution`: the lines state the corrected amounts, which replace those of the rectified invoices.",
    required: true,
    enum: RECTIFICATION_METHODS,
    examples: ['differences'],
  },
  reason: {
    description: `Reason for the rectification (art. 15.4 RD 1619/2012). ${PRINTED}`,
    required: true,
    maxLength: MAX_LENGTHS.rectification_reason,
    examples: ['Devolución de un artículo'],
  },
  invoices: {
    description:
      'The rectified invoices. It can be absent if the reason states the period of a volume discount (art. 15.3 RD 1619/2012).',
    maxItems: MAX_REFERENCED_INVOICES,
  },
  rectified_base: {
    description: 'With `substitution`: the tax base in euros that this invoice replaces (BaseRectificada).',
    decimals: CENTS,
    ...MAGNITUDE,
  },
  rectified_tax: {
    description: 'With `substitution`: the tax in euros that this invoice replaces (CuotaRectificada).',
    decimals: CENTS,
    ...MAGNITUDE,
  },
  rectified_surcharge: {
    description:
      'With `substitution`: the recargo de equivalencia in euros that this invoice replaces (CuotaRecargoRectificado).',
    decimals: CENTS,
    ...MAGNITUDE,
  },
};

export const PARTY_MEMBERS: WordsOf<PartyInput> = {
  name: {
    description: 'Name of the recipient.',
    maxLength: MAX_LENGTHS.recipient_legal_name,
    examples: ['Cliente Ejemplo SA'],
  },
  not_identified: {
    description:
      'Whether the recipient has no document (art. 6.1.d RD 1619/2012), as a consumer may. Such a recipient is printed but not registered; only with `F2` or `R5`.',
  },
  document_type: {
    description:
      "Type of the document (AEAT's IDType). `nif` and `nie`: a Spanish number without the prefix `ES`. `eu_vat`: a VAT number of another member state with its prefix (02). `international_vat_number`: as in version 1, a VAT number of another member state or the tax number of a company outside the European Union. `passport` (03). `official_id`: identity document of the country of residence (04). `residence_certificate` (05). `other_document` (06). `not_registered`: a Spanish number that is not in AEAT's census (07).",
    enum: DOCUMENT_TYPES,
    examples: ['nif'],
  },
  document_number: { description: 'Number of the document.', examples: ['A12345674'] },
  country_code: {
    description: 'Country of the recipient: ISO 3166-1 alpha-2, in capitals.',
    pattern: '^[A-Z]{2}$',
    examples: ['ES'],
  },
  address: {
    description: `Street and number. ${PRINTED}`,
    maxLength: MAX_LENGTHS.recipient_billing_address,
    examples: ['Calle Mayor 1'],
  },
  postal_code: {
    description: `Postal code. ${PRINTED}`,
    maxLength: MAX_LENGTHS.recipient_billing_postal_code,
    examples: ['28013'],
  },
  city: {
    description: `City. ${PRINTED}`,
    maxLength: MAX_LENGTHS.recipient_billing_city,
    examples: ['Madrid'],
  },
  electronic_address: { description: 'Address for electronic invoices (EN 16931 BT-49).' },
  dir3: {
    description: 'Codes of a public body in the directory DIR3, for electronic invoices through FACe.',
  },
};

export const ELECTRONIC_ADDRESS_MEMBERS: WordsOf<NonNullable<PartyInput['electronic_address']>> = {
  scheme: {
    description: 'Code of the Electronic Address Scheme (EAS) that the address belongs to.',
    required: true,
    pattern: '^([0-9]{4}|[A-Z]{2})$',
    examples: ['9920'],
  },
  value: {
    description: 'The address.',
    required: true,
    maxLength: MAX_LENGTHS.electronic_address,
    examples: ['ESA12345674'],
  },
};

const centre = (description: string): Words => ({
  description,
  pattern: '^[A-Z][A-Z0-9]{8,9}$',
  examples: ['L01280796'],
});

export const DIR3_MEMBERS: WordsOf<NonNullable<PartyInput['dir3']>> = {
  accounting_office: { ...centre('Oficina contable.'), required: true },
  managing_body: { ...centre('Órgano gestor.'), required: true },
  processing_unit: { ...centre('Unidad tramitadora.'), required: true },
  proposing_body: centre('Órgano proponente.'),
};

export const ISSUED_BY_MEMBERS: WordsOf<IssuedByInput> = {
  role: {
    description:
      '`third_party`: somebody else, whose name and document are required. `recipient`: the recipient of the invoice; name and document must be absent.',
    required: true,
    enum: ISSUED_BY_ROLES,
    examples: ['third_party'],
  },
  name: {
    description: 'Name of the third party.',
    maxLength: MAX_LENGTHS.party_name,
    examples: ['Gestoría Ejemplo SL'],
  },
  document: { description: 'Document that identifies the third party.' },
};

export const ISSUED_BY_DOCUMENT_MEMBERS: WordsOf<NonNullable<IssuedByInput['document']>> = {
  type: {
    description: 'Type of the document, as `document_type` of a recipient.',
    required: true,
    enum: DOCUMENT_TYPES,
    examples: ['nif'],
  },
  number: { description: 'Number of the document.', required: true, examples: ['B12345674'] },
  country_code: {
    description: 'Country of the third party: ISO 3166-1 alpha-2, in capitals.',
    pattern: '^[A-Z]{2}$',
    examples: ['ES'],
  },
};

export const PERIOD_MEMBERS: WordsOf<PeriodInput> = {
  start: {
    description: 'First day. At least one of the two days is required.',
    format: 'date',
    examples: ['2026-11-01'],
  },
  end: { description: 'Last day; not before the first.', format: 'date', examples: ['2026-11-30'] },
};

export const PAYMENT_MEMBERS: WordsOf<PaymentInput> = {
  means: { description: 'Means of payment.', enum: PAYMENT_MEANS, examples: ['direct_debit'] },
  iban: {
    description:
      'IBAN of the account: that of the issuer for a transfer, that of the payer for a direct debit. Blanks are removed.',
    examples: ['ES9121000418450200051332'],
  },
  bic: { description: 'BIC of the bank: 8 or 11 letters and digits.', examples: ['CAIXESBBXXX'] },
  mandate_reference: {
    description: 'Reference of the SEPA mandate of a direct debit.',
    maxLength: MAX_LENGTHS.mandate_reference,
    examples: ['MANDATE-2026-17'],
  },
  creditor_id: { description: 'SEPA creditor identifier of the issuer.', examples: ['ES11000B12345674'] },
  terms: {
    description: 'Terms of payment. They can contain line breaks.',
    maxLength: MAX_LENGTHS.payment_terms,
  },
  due: {
    description: 'Due dates with their amounts, which must add up to the amount to pay.',
    maxItems: MAX_DUE_DATES,
  },
};

export const DUE_MEMBERS: WordsOf<NonNullable<NonNullable<PaymentInput['due']>[number]>> = {
  date: {
    description: 'Due date; not before the issue date.',
    required: true,
    format: 'date',
    examples: ['2026-12-20'],
  },
  amount: {
    description: 'Amount that is due on this date.',
    required: true,
    decimals: CENTS,
    ...MAGNITUDE,
    examples: ['302.50'],
  },
};
