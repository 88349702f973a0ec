import { MAX_BATCH_INVOICES } from './codes.ts';
import { InvoiceInput, InvoiceLineInput } from './invoice-input.ts';
import { INVOICE_MEMBERS, LINE_MEMBERS, type MemberWords } from './invoice-members.ts';
import { MAX_LENGTHS } from './text-lengths.ts';

/*
 * The request of a batch for those who write clients, in JSON Schema: the shape that is checked, with what each member means, and which values can
 * succeed. It is narrower than the shape: what it refuses may be accepted, as an invoice that fails.
 */

type Schema = Readonly<Record<string, unknown>>;

const line = describe(
  'InvoiceLineInput',
  'A line of an invoice.',
  InvoiceLineInput.properties,
  LINE_MEMBERS,
  {},
);
const invoice = describe(
  'InvoiceInput',
  'An invoice to be issued. Members that are null are taken for absent. The texts of an invoice have at most 200,000 characters together.',
  InvoiceInput.properties,
  INVOICE_MEMBERS,
  { lines: { items: line } },
);

/** The body of `POST /invoice_batches` and of its dry run. */
export const BATCH_DOCUMENT: Schema = {
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
            'Your own label of the batch, unique or not. The list of batches can be filtered by it.',
          examples: ['orders-2026-11-20'],
        },
        invoices: {
          type: 'array',
          items: invoice,
          minItems: 1,
          maxItems: MAX_BATCH_INVOICES,
          description: 'Each is issued or fails by itself.',
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

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

/** Of a null among the values of an enumeration generators make a value that is called null, or fail: such a member is a choice, whose words stay outside. */
function orNull({ description, examples, ...shape }: Schema): Schema {
  const words = {
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
  };
  return shape['enum'] === undefined
    ? { ...shape, ...words, type: [shape['type'], 'null'] }
    : { ...words, anyOf: [shape, { type: 'null' }] };
}
