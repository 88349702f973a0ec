import {
  DOCUMENT_TYPES,
  MAX_ALLOWANCES,
  MAX_DELIVERY_NOTES,
  MAX_METADATA,
  MAX_RECIPIENTS,
  MAX_REFERENCED_INVOICES,
} from '../codes.ts';
import { INVOICE_MEMBERS as INVOICE_MEMBERS_V1, type MemberWords } from '../invoice-members.ts';
import { MAX_LENGTHS } from '../text-lengths.ts';
import type { InvoiceInput } from './invoice-input.ts';

/*
 * The meaning and the valid values of the members of an invoice in version 2, as keywords of JSON Schema. Members that version 1 has with the same
 * rules keep its words.
 */

export type Words = MemberWords & {
  /** Of a decimal: the most digits after the point. */
  readonly decimals?: number;
};
export type WordsOf<Input> = Readonly<Record<keyof Input & string, Words>>;

export const PRINTED = 'Printed on the PDF.';
/** Maximum number of decimals of an amount, and of an exchange rate. */
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
  issuer_person_name: {
    description:
      'The given name and the surnames of an issuer who is a natural person, which Facturae states; without them those of its profile, or else taken from `issuer_name`. They have the words of `issuer_name`. Not printed.',
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
      'Whether a simplified invoice contains the data of art. 7.2 or 7.3 RD 1619/2012, so that its recipient can deduct the tax (FacturaSimplificadaArt7273). Only with `F1`, `F3` and `R1` to `R4`: AEAT registers a simplified invoice that identifies its recipient as `F1`.',
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
      'Currency of all amounts: ISO 4217. Default: EUR. Another currency needs `exchange_rate`; the record and the QR code contain euros, and the page shows both (art. 12 RD 1619/2012). Currencies with three decimals are refused. In a currency without decimals, such as JPY, all amounts are whole numbers, and taxes are rounded to them.',
    pattern: '^[A-Z]{3}$',
    examples: ['EUR'],
  },
  exchange_rate: {
    description:
      'Euros per unit of the currency on the day of the operation, for example as the European Central Bank published it. A value that the currency did not have in the last 20 years is a warning, one far from them is refused. Not allowed with euros.',
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
  accounting_reference: reference('BT-19', 'the account in the books of the buyer'),
  delivery: {
    description: `Where the goods are delivered, if not at the address of the recipient (EN 16931 BG-13, BG-15). ${PRINTED}`,
  },
  project_reference: reference('BT-11', 'the project'),
  period: { description: `Period that the invoice is for (EN 16931 BG-14). ${PRINTED}` },
  payment_method: {
    ...SAME.payment_method,
    description: `Payment method. \`payment.means\` has the same values and \`direct_debit\`; only one of the two can be given. ${PRINTED}`,
  },
  payment: { description: `How and when the invoice is paid. ${PRINTED}` },
  payee: {
    description: `Who receives the payment, if not the issuer (EN 16931 BG-10). The account of the issuer’s profile is then not stated. ${PRINTED}`,
  },
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
    description:
      'Allowances of the whole invoice (EN 16931 BG-20). They lower the total. Each has the tax of lines: it lowers the base of the operation for which it is granted (LIVA art. 78.Tres.2).',
    maxItems: MAX_ALLOWANCES,
  },
  charges: {
    description:
      'Charges of the whole invoice, such as shipping (EN 16931 BG-21). They raise the total. A charge may have a tax of its own, but has the recargo de equivalencia if the lines have it, unless a line has its tax.',
    maxItems: MAX_ALLOWANCES,
  },
  metadata: {
    description: `At most ${MAX_METADATA} pairs of your own, with names of at most ${MAX_LENGTHS.metadata_key} and values of at most ${MAX_LENGTHS.metadata_value} characters. Answers repeat them, lists can be filtered by one, and nothing prints them.`,
  },
};
