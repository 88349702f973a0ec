import { Type, type Static, type TSchema } from 'typebox';
import { MAX_BATCH_INVOICES } from './limits.ts';
import { INVOICE, INVOICE_LINE } from './invoice-members.ts';

/*
 * The request shape of version 1. It checks only JSON types: the rules for values (formats,
 * enumerations, cross-field rules) apply per invoice and are in src/domain/invoice.
 */

export const InvoiceLineInput = INVOICE_LINE.shape;
export type InvoiceLineInput = Static<typeof InvoiceLineInput>;

export const InvoiceInput = INVOICE.shape;
export type InvoiceInput = Static<typeof InvoiceInput>;

/** Returns the shape of a batch request of any version. @param invoice the shape of an invoice. */
export const batchOf = <T extends TSchema>(invoice: T) =>
  Type.Object(
    {
      invoice_batch: Type.Object(
        {
          external_batch_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
          invoices: Type.Array(invoice, { minItems: 1, maxItems: MAX_BATCH_INVOICES }),
        },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  );

export const CreateBatchBody = batchOf(InvoiceInput);
export type CreateBatchBody = Static<typeof CreateBatchBody>;
