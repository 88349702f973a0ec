import { BATCH_LABEL_LENGTH, MAX_BATCH_INVOICES } from './limits.ts';
import { INVOICE } from './invoice-members.ts';
import type { Schema } from './members.ts';

/*
 * The JSON Schema of a batch request of version 1 for authors of clients: the shape, with the
 * meaning and the valid values of each member.
 */

/** The body of `POST /invoice_batches` and of its dry run. */
export const BATCH_DOCUMENT = describeBatch(INVOICE.schema);

/**
 * Describes the body of a batch request of any version.
 * @param invoiceSchema the schema of an invoice.
 */
export function describeBatch(invoiceSchema: Schema): Schema {
  return {
    title: 'CreateBatchBody',
    type: 'object',
    required: ['invoice_batch'],
    properties: {
      invoice_batch: {
        title: 'BatchInput',
        type: 'object',
        required: ['invoices'],
        properties: {
          external_batch_id: {
            type: ['string', 'null'],
            maxLength: BATCH_LABEL_LENGTH,
            description:
              'Your own label of the batch; it need not be unique. The list of batches can be filtered by it.',
            examples: ['orders-2026-11-20'],
          },
          invoices: {
            type: 'array',
            items: invoiceSchema,
            minItems: 1,
            maxItems: MAX_BATCH_INVOICES,
            description: 'The invoices. Each one is issued or fails independently of the others.',
          },
        },
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  };
}
