import { Type, type Static, type TSchema } from 'typebox';
import { MAX_BATCH_INVOICES } from './codes.ts';

/*
 * The request shape of an invoice: every member is optional and nullable, and no other member is allowed. This schema checks only JSON types. The
 * rules for values (formats, enumerations, cross-field rules) apply per invoice and are in src/domain/invoice; `invoice-members.ts` describes them.
 */

/* How each member is declared, in all versions. */
export const closed = { additionalProperties: false };
export const optional = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
export const integer = () =>
  optional(Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }));
export const text = () => optional(Type.String());
export const flag = () => optional(Type.Boolean());
const number = () => optional(Type.Number());

export const InvoiceLineInput = Type.Object(
  {
    position: integer(),
    concept: text(),
    units: number(),
    unit_price: number(),
    discount_percent: number(),
    notes: text(),
    tax_type: text(),
    tax_regime: text(),
    tax_operation_key: text(),
    tax_exemption_code: text(),
    tax_rate: number(),
    income_tax_withholding_rate: number(),
  },
  closed,
);
export type InvoiceLineInput = Static<typeof InvoiceLineInput>;

export const InvoiceInput = Type.Object(
  {
    external_invoice_id: text(),
    issuer_nif: text(),
    number_serie: text(),
    issuer_name: text(),
    invoice_type: text(),
    operation_description: text(),
    operation_date: text(),
    due_date: text(),
    rectified_invoice_id: integer(),
    has_unidentified_recipient: flag(),
    recipient_legal_name: text(),
    recipient_document_type: text(),
    recipient_document_number: text(),
    recipient_billing_address: text(),
    recipient_billing_postal_code: text(),
    recipient_billing_city: text(),
    contact_id: integer(),
    invoiceable_serie_id: integer(),
    payment_method: text(),
    payment_method_info: text(),
    operation_type: text(),
    recipient_country_code: text(),
    footer_note: text(),
    total_reimbursable_expenses_amount: number(),
    paid: flag(),
    lines: optional(Type.Array(InvoiceLineInput)),
  },
  closed,
);
export type InvoiceInput = Static<typeof InvoiceInput>;

/** Returns the shape of a batch request of any version. @param invoice the shape of an invoice. */
export const batchOf = <T extends TSchema>(invoice: T) =>
  Type.Object(
    {
      invoice_batch: Type.Object(
        {
          external_batch_id: text(),
          invoices: Type.Array(invoice, { minItems: 1, maxItems: MAX_BATCH_INVOICES }),
        },
        closed,
      ),
    },
    closed,
  );

export const CreateBatchBody = batchOf(InvoiceInput);
export type CreateBatchBody = Static<typeof CreateBatchBody>;
