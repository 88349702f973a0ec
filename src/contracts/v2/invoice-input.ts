import type { Static } from 'typebox';
import { batchOf } from '../invoice-input.ts';
import type { BILLING_AUTHORISATION } from './authorisation-members.ts';
import { type ALLOWANCE, type CHARGE, LINE, type LINE_ALLOWANCE, type PROPERTY } from './line-members.ts';
import type { ISSUED_BY } from './issued-by-members.ts';
import { INVOICE } from './invoice-members.ts';
import type {
  CONTACT,
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

/*
 * The request shape of an invoice in version 2. Like version 1's, it checks only JSON types. The
 * rules of the domain apply to this shape, which contains the shape of version 1.
 */

/** A decimal as it arrives. */
export type DecimalInput = number | string;

export type PeriodInput = Static<typeof PERIOD.shape>;
export type PropertyInput = Static<typeof PROPERTY.shape>;
export type LineAllowanceInput = Static<typeof LINE_ALLOWANCE.shape>;
export type AllowanceInput = Static<typeof ALLOWANCE.shape>;
export type ChargeInput = Static<typeof CHARGE.shape>;
export type BillingAuthorisationInput = Static<typeof BILLING_AUTHORISATION.shape>;
/** An earlier invoice: one that is stored here by its id, any other by its identity. */
export type InvoiceReference = Static<typeof INVOICE_REFERENCE.shape>;
export type RectificationInput = Static<typeof RECTIFICATION.shape>;
export type ContactInput = Static<typeof CONTACT.shape>;
export type PersonNameInput = Static<typeof PERSON_NAME.shape>;
export type PartyInput = Static<typeof PARTY.shape>;
export type IssuedByInput = Static<typeof ISSUED_BY.shape>;
export type PaymentInput = Static<typeof PAYMENT.shape>;
export type ReimbursableExpenseInput = Static<typeof REIMBURSABLE_EXPENSE.shape>;
export type DeliveryInput = Static<typeof DELIVERY.shape>;
export type PayeeInput = Static<typeof PAYEE.shape>;

export const LineInput = LINE.shape;
export type LineInput = Static<typeof LineInput>;

export const InvoiceInput = INVOICE.shape;
export type InvoiceInput = Static<typeof InvoiceInput>;

export const CreateBatchBody = batchOf(InvoiceInput);
export type CreateBatchBody = Static<typeof CreateBatchBody>;
