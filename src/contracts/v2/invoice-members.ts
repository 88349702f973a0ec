import { Type } from 'typebox';
import { DOCUMENT_TYPES } from '../codes.ts';
import { SPFE_CHANNELS } from '../spfe.ts';
import {
  CENTS,
  MAGNITUDE,
  MAX_ALLOWANCES,
  MAX_AUTHORISATIONS,
  MAX_METADATA,
  MAX_RECIPIENTS,
  MAX_REFERENCED_INVOICES,
  MAX_REIMBURSABLE_EXPENSES,
  METADATA_LENGTHS,
  NOT_NEGATIVE,
  PRINTED,
  SERIES_CODE,
  SERIES_CODE_LENGTH,
} from '../limits.ts';
import { INVOICE_DESCRIPTION, INVOICE_MEMBERS as V1 } from '../invoice-members.ts';
import { decimal, flag, integer, list, nested, object, text } from '../members.ts';
import { BILLING_AUTHORISATION } from './authorisation-members.ts';
import { ALLOWANCE, CHARGE, LINE, PROPERTY } from './line-members.ts';
import { ISSUED_BY } from './issued-by-members.ts';
import {
  DELIVERY,
  INVOICE_REFERENCE,
  PARTY,
  PAYEE,
  PAYMENT,
  PERIOD,
  PERSON_NAME,
  RECTIFICATION,
  REIMBURSABLE_EXPENSE,
} from './nested-members.ts';
import { REFERENCE_MEMBERS } from './reference-members.ts';

/* The members of an invoice in version 2. */

/** Maximum number of decimals of an exchange rate. */
const EXCHANGE_DECIMALS = 10;
const INSTEAD = 'Not allowed together with `recipients`.';
const METADATA = {
  // Not `Type.Record`, whose pattern does not match names with line breaks and leaves their values
  // unchecked.
  shape: Type.Unsafe<Record<string, string>>(Type.Object({}, { additionalProperties: Type.String() })),
  schema: {
    type: 'object',
    additionalProperties: { type: 'string', maxLength: METADATA_LENGTHS.value },
    maxProperties: MAX_METADATA,
    examples: [{ shop: 'madrid' }],
  },
};

export const INVOICE_MEMBERS = {
  external_invoice_id: text({
    ...V1.external_invoice_id,
    description:
      'Your own id of this invoice; it need not be unique. Answers repeat it, and the lists can be searched by it. The engine does not use it for anything else.',
  }),
  issuer_nif: V1.issuer_nif,
  number_serie: text({
    name: V1.number_serie.name,
    description: `${V1.number_serie.description} An invoice without it names a \`series\`.`,
    maxLength: V1.number_serie.maxLength,
    pattern: V1.number_serie.pattern,
    examples: ['F-2026/0001'],
  }),
  series: text({
    name: { en: 'Series', es: 'Serie' },
    description:
      'Code of a series of the issuer, which gives the invoice its number when it is issued, without gaps. It stands instead of `number_serie`.',
    maxLength: SERIES_CODE_LENGTH,
    pattern: SERIES_CODE,
    examples: ['F'],
  }),
  issuer_name: V1.issuer_name,
  issuer_person_name: nested(PERSON_NAME, {
    name: { en: 'Issuer person name', es: 'Nombre y apellidos del emisor' },
    description:
      'The given name and the surnames of an issuer who is a natural person, which Facturae states; without them those of its profile, or else taken from `issuer_name`. They have the words of `issuer_name`. Not printed.',
  }),
  invoice_type: text({
    ...V1.invoice_type,
    description:
      '`F1` invoice, `F2` simplified invoice, `F3` invoice that replaces simplified invoices, `R1` to `R4` rectifying invoices, `R5` rectifying invoice for a simplified invoice. Default: `F1` if a recipient is identified, otherwise `F2`.',
  }),
  operation_description: V1.operation_description,
  issue_date: text({
    name: { en: 'Issue date', es: 'Fecha de expedición' },
    description:
      'Issue date. Default: today in Madrid. It can be up to 30 days back (art. 11 RD 1619/2012), or any day since 2024-10-28 if the operator of the engine has set the organization to migrating.',
    format: 'date',
    examples: ['2026-11-20'],
  }),
  operation_date: text({
    name: V1.operation_date.name,
    description:
      'Date of the operation (devengo; FechaOperacion) if it is not the issue date; at most 20 years back. Tax rates are those of this date. It can be after the issue date only if every line has regime `14` or `15`. Version 1 has no such date: its `operation_date` is the `issue_date` of version 2.',
    format: 'date',
    examples: ['2026-11-18'],
  }),
  due_date: text({
    name: V1.due_date.name,
    description: `Due date of the payment; not before the issue date. Several due dates stand in \`payment.due\`. ${PRINTED}`,
    format: 'date',
    examples: ['2026-12-20'],
  }),
  rectified_invoice_id: integer({
    ...V1.rectified_invoice_id,
    description:
      '`issued_invoice_id` of the invoice of the same issuer that this one rectifies by differences (`R1` to `R5`) or replaces (`F3`; `replaces` states the same).',
    older: 'rectification',
  }),
  rectification: nested(RECTIFICATION, {
    name: { en: 'Rectification', es: 'Rectificación' },
    description:
      'What a rectifying invoice (`R1` to `R5`) rectifies, how and why (art. 15 RD 1619/2012). `R1` to `R5` need it, or `rectified_invoice_id`.',
  }),
  replaces: list(INVOICE_REFERENCE, {
    name: { en: 'Replaces', es: 'Facturas sustituidas' },
    description:
      'The simplified invoices that an `F3` replaces (art. 7.2 RD 1619/2012). Each can be replaced once.',
    maxItems: MAX_REFERENCED_INVOICES,
  }),
  has_unidentified_recipient: flag({
    ...V1.has_unidentified_recipient,
    description: `${V1.has_unidentified_recipient.description} ${INSTEAD}`,
  }),
  simplified_qualified: flag({
    name: { en: 'Simplified qualified', es: 'Factura simplificada cualificada' },
    description:
      'Whether a simplified invoice contains the data of art. 7.2 or 7.3 RD 1619/2012, so that its recipient can deduct the tax (FacturaSimplificadaArt7273). Only with `F1`, `F3` and `R1` to `R4`: AEAT registers a simplified invoice that identifies its recipient as `F1`.',
  }),
  recipient_legal_name: text({
    ...V1.recipient_legal_name,
    description: `${V1.recipient_legal_name.description} ${INSTEAD}`,
    older: 'recipients',
  }),
  recipient_document_type: text({
    name: V1.recipient_document_type.name,
    description: `Type of the document that identifies the recipient; see \`document_type\` of \`recipients\`. ${INSTEAD}`,
    older: 'recipients',
    enum: DOCUMENT_TYPES,
    examples: ['nif'],
  }),
  recipient_document_number: text({
    ...V1.recipient_document_number,
    description: `${V1.recipient_document_number.description} ${INSTEAD}`,
    older: 'recipients',
  }),
  recipient_billing_address: text({ ...V1.recipient_billing_address, older: 'recipients' }),
  recipient_billing_postal_code: text({ ...V1.recipient_billing_postal_code, older: 'recipients' }),
  recipient_billing_city: text({ ...V1.recipient_billing_city, older: 'recipients' }),
  recipient_country_code: text({ ...V1.recipient_country_code, older: 'recipients' }),
  recipients: list(PARTY, {
    name: { en: 'Recipients', es: 'Destinatarios' },
    description:
      'The recipients, instead of the members `recipient_…`. The first one is the addressee of the page. `F1` needs at least one identified recipient.',
    maxItems: MAX_RECIPIENTS,
  }),
  issued_by: nested(ISSUED_BY, {
    name: { en: 'Issued by', es: 'Expedición por tercero o destinatario' },
    description:
      'Who issues the invoice in the name of the issuer (EmitidaPorTerceroODestinatario); absent if the issuer does. With the role `recipient` the page shows "Facturación por el destinatario".',
  }),
  coupon: flag({
    name: { en: 'Coupon', es: 'Cupón' },
    description:
      'Whether the invoice is rectified because of coupons that the issuer refunded (Cupon); only with `R1` or `R5`.',
  }),
  currency: text({
    name: { en: 'Currency', es: 'Moneda' },
    description:
      'Currency of all amounts: ISO 4217. Default: EUR. Another currency needs `exchange_rate`; the record and the QR code contain euros, and the page shows both (art. 12 RD 1619/2012). Currencies with three decimals are refused. In a currency without decimals, such as JPY, all amounts are whole numbers, and taxes are rounded to them.',
    pattern: '^[A-Z]{3}$',
    examples: ['EUR'],
  }),
  exchange_rate: decimal({
    name: { en: 'Exchange rate', es: 'Tipo de cambio' },
    description:
      'Euros per unit of the currency on the day of the operation, for example as the European Central Bank published it. A value that the currency did not have in the last 20 years is a warning, one far from them is refused. Not allowed with euros.',
    decimals: EXCHANGE_DECIMALS,
    exclusiveMinimum: 0,
    exclusiveMaximum: 1e12,
    examples: ['0.9217'],
  }),
  prices_include_tax: flag({
    name: { en: 'Prices include tax', es: 'Precios con impuestos incluidos' },
    description:
      'Whether the prices contain the tax and the recargo de equivalencia. The total of a line is then rounded to the cent, and the tax of a group is computed from the sum of its lines, so that the total of the invoice is what the customer saw. Default: false.',
  }),
  total: decimal({
    name: { en: 'Total', es: 'Total' },
    description:
      'The total that your own system computed. If it differs by more than a cent, the invoice fails with both amounts.',
    decimals: CENTS,
    ...MAGNITUDE,
    examples: ['121.00'],
  }),
  contact_id: V1.contact_id,
  invoiceable_serie_id: integer({
    ...V1.invoiceable_serie_id,
    description: `${V1.invoiceable_serie_id.description} Without \`number_serie\` and \`series\`, the id of a series of the issuer names it.`,
  }),
  ...REFERENCE_MEMBERS,
  delivery: nested(DELIVERY, {
    name: { en: 'Delivery', es: 'Entrega' },
    description: `Where the goods are delivered, if not at the address of the recipient (EN 16931 BG-13, BG-15). ${PRINTED}`,
  }),
  period: nested(PERIOD, {
    name: { en: 'Period', es: 'Periodo' },
    description: `Period that the invoice is for (EN 16931 BG-14). ${PRINTED}`,
  }),
  payment_method: text({
    ...V1.payment_method,
    description: `Payment method. \`payment.means\` has the same values and \`direct_debit\`; only one of the two can be given. ${PRINTED}`,
    older: 'payment',
  }),
  payment_method_info: text({ ...V1.payment_method_info, older: 'payment' }),
  payment: nested(PAYMENT, {
    name: { en: 'Payment', es: 'Pago' },
    description: `How and when the invoice is paid. ${PRINTED}`,
  }),
  payee: nested(PAYEE, {
    name: { en: 'Payee', es: 'Beneficiario del pago' },
    description: `Who receives the payment, if not the issuer (EN 16931 BG-10). The account of the issuer’s profile is then not stated. ${PRINTED}`,
  }),
  paid: V1.paid,
  prepaid_amount: decimal({
    name: { en: 'Prepaid amount', es: 'Importe anticipado' },
    description: 'Deposits that were invoiced or paid before. They lower the amount to pay, not the total.',
    decimals: CENTS,
    ...NOT_NEGATIVE,
    examples: ['100.00'],
  }),
  operation_type: V1.operation_type,
  footer_note: V1.footer_note,
  total_reimbursable_expenses_amount: decimal({
    ...V1.total_reimbursable_expenses_amount,
    description:
      'Suplidos: amount paid in the name of the recipient. It is not part of the total; the PDF adds it to the amount to pay.',
    decimals: CENTS,
    examples: ['35.50'],
  }),
  billing_authorisations: list(BILLING_AUTHORISATION, {
    name: { en: 'Billing authorisations', es: 'Autorizaciones de facturación' },
    description:
      "Authorisations of AEAT by which the invoice is issued, such as those of the RD 1619/2012. AEAT's public solution of electronic invoices states them (AUT), or those of the issuer's profile if there are none. Not printed.",
    maxItems: MAX_AUTHORISATIONS,
  }),
  spfe_channel: text({
    name: { en: 'SPFE channel', es: 'Canal de la solución pública' },
    description:
      "How a recipient whom the duty of electronic invoices concerns receives the invoice: through AEAT's public solution (`interconnect`), through a private platform while the engine sends the copy to the public solution (`copy`), or through another program that sends the original and the copy (`elsewhere`). Otherwise the channel is that of the profile of the first recipient, and then that of the issuer. Not printed.",
    enum: SPFE_CHANNELS,
    examples: ['interconnect'],
  }),
  reimbursable_expenses: list(REIMBURSABLE_EXPENSE, {
    name: { en: 'Reimbursable expenses', es: 'Suplidos' },
    description:
      'The suplidos one by one. They add up to `total_reimbursable_expenses_amount`, which can then be absent.',
    maxItems: MAX_REIMBURSABLE_EXPENSES,
  }),
  allowances: list(ALLOWANCE, {
    name: { en: 'Allowances', es: 'Descuentos' },
    description:
      'Allowances of the whole invoice (EN 16931 BG-20). They lower the total. Each has the tax of lines: it lowers the base of the operation for which it is granted (LIVA art. 78.Tres.2).',
    maxItems: MAX_ALLOWANCES,
  }),
  charges: list(CHARGE, {
    name: { en: 'Charges', es: 'Cargos' },
    description:
      'Charges of the whole invoice, such as shipping (EN 16931 BG-21). They raise the total. A charge may have a tax of its own, but has the recargo de equivalencia if the lines have it, unless a line has its tax.',
    maxItems: MAX_ALLOWANCES,
  }),
  property: nested(PROPERTY, {
    name: { en: 'Property', es: 'Inmueble' },
    description:
      'The premises that are let by the lines of regime `11` that state none of their own. Not allowed without such a line.',
  }),
  lines: list(LINE, { ...V1.lines }),
  metadata: nested(METADATA, {
    name: { en: 'Metadata', es: 'Metadatos' },
    description: `At most ${MAX_METADATA} pairs of your own, with names of at most ${METADATA_LENGTHS.key} and values of at most ${METADATA_LENGTHS.value} characters. Answers repeat them, lists can be filtered by one, and nothing prints them.`,
  }),
};

export const INVOICE = object('InvoiceInput', INVOICE_DESCRIPTION, INVOICE_MEMBERS);
