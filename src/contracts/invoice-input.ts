import { Type, type Static, type TSchema } from 'typebox';

/*
 * The request shape of an invoice: every member optional and nullable, no other member allowed. Only JSON types are
 * checked here. Values (formats, enumerations, cross-field rules) are per-invoice rules and live in the domain.
 */

const optional = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const safeInteger = () =>
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
const text = (description: string) => optional(Type.String({ description }));
const closed = { additionalProperties: false };

export const InvoiceLineInput = Type.Object(
  {
    position: optional(safeInteger()),
    concept: text('What was delivered or done. Required.'),
    units: optional(Type.Number()),
    unit_price: optional(Type.Number({ description: 'Price of one unit in euros, without tax.' })),
    discount_percent: optional(Type.Number({ description: '0 to 100.' })),
    notes: text('Printed below the concept. May have line breaks.'),
    tax_type: text('`iva` (default), `psi`, `igic` or `others`.'),
    tax_regime: text(
      'Only with `iva`; default `01`. `03` and `05` are printed with tax included, never apart.',
    ),
    tax_operation_key: text('Only with `iva` and regime `01`: `S1`, `S2`, `N1`, `N2`.'),
    tax_exemption_code: text('Only with `iva`: `E1` to `E6`.'),
    tax_rate: optional(Type.Number({ description: 'Per cent.' })),
    income_tax_withholding_rate: optional(Type.Number({ description: 'Per cent, 0 to 100.' })),
  },
  { ...closed, title: 'InvoiceLineInput' },
);
export type InvoiceLineInput = Static<typeof InvoiceLineInput>;

export const InvoiceInput = Type.Object(
  {
    external_invoice_id: text('The key of this invoice in the `errors` map.'),
    issuer_nif: text('NIF, NIE or CIF of the issuer. Required.'),
    number_serie: text('The invoice number, series included. Required.'),
    issuer_name: text("Default: the organization's name."),
    invoice_type: text('`F1`, `F2`, `F3`, `R1` to `R5`. Default: `F1` with a recipient, else `F2`.'),
    operation_description: text("Default: the lines' concepts."),
    operation_date: text('The issue date, `YYYY-MM-DD`. Required.'),
    due_date: text('`YYYY-MM-DD`, not before the issue date.'),
    rectified_invoice_id: optional(safeInteger()),
    has_unidentified_recipient: optional(Type.Boolean()),
    recipient_legal_name: text('Name of the recipient.'),
    recipient_document_type: text('`nif`, `nie`, `passport` or `international_vat_number`.'),
    recipient_document_number: text('Number of that document.'),
    recipient_billing_address: text('Printed on the PDF.'),
    recipient_billing_postal_code: text('Printed on the PDF.'),
    recipient_billing_city: text('Printed on the PDF.'),
    contact_id: optional(safeInteger()),
    invoiceable_serie_id: optional(safeInteger()),
    payment_method: text('How it is paid; printed on the PDF.'),
    payment_method_info: text('For example an IBAN; printed on the PDF. May have line breaks.'),
    operation_type: text('Kept; never enters the registration record.'),
    recipient_country_code: text('ISO 3166-1 alpha-2.'),
    footer_note: text('Printed at the end of the invoice. May have line breaks.'),
    total_reimbursable_expenses_amount: optional(Type.Number({ description: 'Suplidos, in euros.' })),
    paid: optional(Type.Boolean()),
    lines: optional(Type.Array(InvoiceLineInput)),
  },
  { ...closed, title: 'InvoiceInput' },
);
export type InvoiceInput = Static<typeof InvoiceInput>;

export const CreateBatchBody = Type.Object(
  {
    invoice_batch: Type.Object(
      {
        external_batch_id: optional(Type.String()),
        invoices: Type.Array(InvoiceInput, { minItems: 1, maxItems: 1000 }),
      },
      closed,
    ),
  },
  { ...closed, title: 'CreateBatchBody' },
);
export type CreateBatchBody = Static<typeof CreateBatchBody>;
