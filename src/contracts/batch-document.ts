import { MAX_BATCH_INVOICES } from './codes.ts';
import { InvoiceInput, InvoiceLineInput } from './invoice-input.ts';
import { INVOICE_MEMBERS, LINE_MEMBERS, type MemberWords } from './invoice-members.ts';
import { MAX_LENGTHS } from './text-lengths.ts';

/*
 * The JSON Schema of a batch request for authors of clients: the validated shape, with the meaning and the valid values of each member. It is
 * stricter than the validated shape: the API may accept a batch that violates it, but the invoice concerned then fails.
 */

export type Schema = Readonly<Record<string, unknown>>;

const line = describe(
  'InvoiceLineInput',
  'One line of an invoice.',
  InvoiceLineInput.properties,
  LINE_MEMBERS,
  {},
);
const invoice = describe(
  'InvoiceInput',
  'An invoice to be issued. A null member counts as absent. All texts of an invoice together have at most 200,000 characters.',
  InvoiceInput.properties,
  INVOICE_MEMBERS,
  { lines: { items: line } },
);

/** The body of `POST /invoice_batches` and of its dry run. */
export const BATCH_DOCUMENT = describeBatch(invoice);

/** Describes the body of a batch request of any version. @param invoiceSchema the schema of an invoice. */
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
            maxLength: MAX_LENGTHS.external_batch_id,
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

function describe(
  title: string,
  description: string,
  shapes: Readonly<Record<string, { readonly anyOf: readonly object[] }>>,
  members: Readonly<Record<string, MemberWords>>,
  more: Readonly<Record<string, Schema>>,
): Schema {
  const entries = Object.entries(members);
  return {
    title,
    description,
    type: 'object',
    required: entries.filter(([, words]) => words.required).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, { required, ...words }]) => {
        const member = { ...(shapes[name]!.anyOf[0] as { type: string }), ...words, ...more[name] };
        return [name, required ? member : orNull(member)];
      }),
    ),
    additionalProperties: false,
  };
}

/**
 * Makes the schema of a member nullable. An enumeration becomes an `anyOf` with null, because code generators fail on a null among its values or
 * turn it into a value with the name null. The description stays outside the `anyOf`.
 */
function orNull({ description, examples, ...shape }: Schema): Schema {
  const words = {
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
  };
  return shape['enum'] === undefined
    ? { ...shape, ...words, type: [shape['type'], 'null'] }
    : { ...words, anyOf: [shape, { type: 'null' }] };
}
