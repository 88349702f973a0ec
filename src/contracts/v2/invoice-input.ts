import { Type, type Static, type TSchema } from 'typebox';
import { batchOf, closed, flag, integer, optional, text } from '../invoice-input.ts';

/*
 * The request shape of an invoice in version 2. Like version 1's, it checks only JSON types: every member is optional and nullable, and no other
 * member is allowed. The rules of the domain apply to this shape; `translate-v1.ts` converts an invoice of version 1 to it.
 */

/** A JSON number or the same decimal as a string. */
const decimal = () => Type.Optional(Type.Union([Type.Number(), Type.String(), Type.Null()]));
const list = <T extends TSchema>(item: T) => optional(Type.Array(item));

/** A decimal as it arrives. */
export type DecimalInput = number | string;

export const Period = Type.Object({ start: text(), end: text() }, closed);
export type PeriodInput = Static<typeof Period>;

/** The members of a line, of an allowance and of a charge that classify it for a tax. */
const taxMembers = {
  tax_type: text(),
  tax_regime: text(),
  tax_operation_key: text(),
  tax_exemption_code: text(),
  tax_rate: decimal(),
  /** Country of the VAT; only with `oss`. */
  tax_country: text(),
  equivalence_surcharge_rate: decimal(),
};

export const LineAllowanceInput = Type.Object(
  { reason: text(), amount: decimal(), percent: decimal() },
  closed,
);
export type LineAllowanceInput = Static<typeof LineAllowanceInput>;

/** An allowance or a charge of the whole invoice. */
export const AllowanceInput = Type.Object(
  { reason: text(), amount: decimal(), percent: decimal(), ...taxMembers },
  closed,
);
export type AllowanceInput = Static<typeof AllowanceInput>;

export const LineInput = Type.Object(
  {
    position: integer(),
    concept: text(),
    units: decimal(),
    unit_price: decimal(),
    discount_percent: decimal(),
    notes: text(),
    ...taxMembers,
    income_tax_withholding_rate: decimal(),
    margin: decimal(),
    second_hand_kind: text(),
    cost_base: decimal(),
    unit_code: text(),
    item_code: text(),
    gtin: text(),
    buyer_item_code: text(),
    period: optional(Period),
    order_line_reference: text(),
    allowances: list(LineAllowanceInput),
    charges: list(LineAllowanceInput),
  },
  closed,
);
export type LineInput = Static<typeof LineInput>;

/** An earlier invoice: one that is stored here by its id, any other by its identity. */
export const InvoiceReference = Type.Object(
  { issued_invoice_id: integer(), issuer_nif: text(), number_serie: text(), issue_date: text() },
  closed,
);
export type InvoiceReference = Static<typeof InvoiceReference>;

export const RectificationInput = Type.Object(
  {
    method: text(),
    reason: text(),
    invoices: list(InvoiceReference),
    rectified_base: decimal(),
    rectified_tax: decimal(),
    rectified_surcharge: decimal(),
  },
  closed,
);
export type RectificationInput = Static<typeof RectificationInput>;

/** The person or department of a recipient to which questions about the invoice are addressed. */
export const ContactInput = Type.Object({ name: text(), phone: text(), email: text() }, closed);
export type ContactInput = Static<typeof ContactInput>;

/** The name of a natural person in its parts. */
export const PersonNameInput = Type.Object(
  { given_name: text(), first_surname: text(), second_surname: text() },
  closed,
);
export type PersonNameInput = Static<typeof PersonNameInput>;

export const PartyInput = Type.Object(
  {
    name: text(),
    person_name: optional(PersonNameInput),
    not_identified: flag(),
    document_type: text(),
    document_number: text(),
    country_code: text(),
    address: text(),
    postal_code: text(),
    city: text(),
    electronic_address: optional(Type.Object({ scheme: text(), value: text() }, closed)),
    dir3: optional(
      Type.Object(
        {
          accounting_office: text(),
          managing_body: text(),
          processing_unit: text(),
          proposing_body: text(),
        },
        closed,
      ),
    ),
    contact: optional(ContactInput),
  },
  closed,
);
export type PartyInput = Static<typeof PartyInput>;

export const IssuedByInput = Type.Object(
  {
    role: text(),
    name: text(),
    document: optional(Type.Object({ type: text(), number: text(), country_code: text() }, closed)),
  },
  closed,
);
export type IssuedByInput = Static<typeof IssuedByInput>;

export const PaymentInput = Type.Object(
  {
    means: text(),
    iban: text(),
    bic: text(),
    mandate_reference: text(),
    creditor_id: text(),
    terms: text(),
    reference: text(),
    due: list(Type.Object({ date: text(), amount: decimal() }, closed)),
  },
  closed,
);
export type PaymentInput = Static<typeof PaymentInput>;

/** Where goods are delivered, and to whom. */
export const DeliveryInput = Type.Object(
  { name: text(), address: text(), postal_code: text(), city: text(), country_code: text() },
  closed,
);
export type DeliveryInput = Static<typeof DeliveryInput>;

/** Who receives the payment instead of the issuer. */
export const PayeeInput = Type.Object({ name: text(), document_number: text() }, closed);
export type PayeeInput = Static<typeof PayeeInput>;

export const InvoiceInput = Type.Object(
  {
    external_invoice_id: text(),
    issuer_nif: text(),
    number_serie: text(),
    issuer_name: text(),
    issuer_person_name: optional(PersonNameInput),
    invoice_type: text(),
    operation_description: text(),
    issue_date: text(),
    operation_date: text(),
    due_date: text(),
    rectified_invoice_id: integer(),
    rectification: optional(RectificationInput),
    replaces: list(InvoiceReference),
    has_unidentified_recipient: flag(),
    simplified_qualified: flag(),
    recipient_legal_name: text(),
    recipient_document_type: text(),
    recipient_document_number: text(),
    recipient_billing_address: text(),
    recipient_billing_postal_code: text(),
    recipient_billing_city: text(),
    recipient_country_code: text(),
    recipients: list(PartyInput),
    issued_by: optional(IssuedByInput),
    coupon: flag(),
    currency: text(),
    exchange_rate: decimal(),
    prices_include_tax: flag(),
    total: decimal(),
    contact_id: integer(),
    invoiceable_serie_id: integer(),
    buyer_reference: text(),
    order_reference: text(),
    contract_reference: text(),
    delivery_note_references: list(Type.String()),
    project_reference: text(),
    accounting_reference: text(),
    delivery: optional(DeliveryInput),
    period: optional(Period),
    payment_method: text(),
    payment_method_info: text(),
    payment: optional(PaymentInput),
    payee: optional(PayeeInput),
    paid: flag(),
    prepaid_amount: decimal(),
    operation_type: text(),
    footer_note: text(),
    total_reimbursable_expenses_amount: decimal(),
    allowances: list(AllowanceInput),
    charges: list(AllowanceInput),
    lines: list(LineInput),
    // Not `Type.Record`, whose pattern does not match names with line breaks and leaves their values unchecked.
    metadata: optional(
      Type.Unsafe<Record<string, string>>(Type.Object({}, { additionalProperties: Type.String() })),
    ),
  },
  closed,
);
export type InvoiceInput = Static<typeof InvoiceInput>;

export const CreateBatchBody = batchOf(InvoiceInput);
export type CreateBatchBody = Static<typeof CreateBatchBody>;
