import type { TSchema } from 'typebox';
import { describeBatch, type Schema } from '../batch-document.ts';
import { MAX_METADATA } from '../codes.ts';
import { MAX_LENGTHS } from '../text-lengths.ts';
import {
  ContactInput,
  DeliveryInput,
  AllowanceInput,
  InvoiceInput,
  InvoiceReference,
  IssuedByInput,
  LineAllowanceInput,
  LineInput,
  PartyInput,
  PayeeInput,
  PaymentInput,
  Period,
  PersonNameInput,
  RectificationInput,
} from './invoice-input.ts';
import { INVOICE_MEMBERS, type Words } from './invoice-members.ts';
import {
  CONTACT_MEMBERS,
  DELIVERY_MEMBERS,
  DIR3_MEMBERS,
  DUE_MEMBERS,
  ELECTRONIC_ADDRESS_MEMBERS,
  ISSUED_BY_DOCUMENT_MEMBERS,
  ISSUED_BY_MEMBERS,
  PARTY_MEMBERS,
  PAYEE_MEMBERS,
  PAYMENT_MEMBERS,
  PERIOD_MEMBERS,
  PERSON_NAME_MEMBERS,
  RECTIFICATION_MEMBERS,
  REFERENCE_MEMBERS,
} from './nested-members.ts';
import { ALLOWANCE_MEMBERS, LINE_ALLOWANCE_MEMBERS, LINE_MEMBERS } from './line-members.ts';
import { RECIPIENT_PROFILE_MEMBERS, RecipientProfileInput } from './recipient-profiles.ts';

/*
 * The JSON Schema of a batch request of version 2 for authors of clients: the validated shape, with the meaning and the valid values of each member.
 * As in version 1 it is stricter than the validated shape: the API may accept a batch that violates it, but the invoice concerned then fails.
 */

type Nested = Readonly<Record<string, Schema>>;
type Shape = {
  readonly type?: string;
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
};

const period = describe(
  'Period',
  'A period. At least one of the two days is required.',
  Period,
  PERIOD_MEMBERS,
);
const reference = describe(
  'InvoiceReference',
  'An earlier invoice: one that this engine issued by its id, any other by its number and issue date.',
  InvoiceReference,
  REFERENCE_MEMBERS,
);
const due = describe('DueDate', 'An amount that is due on a date.', itemOf(PaymentInput, 'due'), DUE_MEMBERS);
const personName = describe(
  'PersonNameInput',
  'The name of a natural person in its parts.',
  PersonNameInput,
  PERSON_NAME_MEMBERS,
);
const routing = {
  person_name: personName,
  electronic_address: describe(
    'ElectronicAddress',
    'An address for electronic invoices.',
    memberOf(PartyInput, 'electronic_address'),
    ELECTRONIC_ADDRESS_MEMBERS,
  ),
  dir3: describe('Dir3', 'Codes of a public body.', memberOf(PartyInput, 'dir3'), DIR3_MEMBERS),
  contact: describe('Contact', 'Whom to ask about an invoice.', ContactInput, CONTACT_MEMBERS),
};
const party = describe('RecipientInput', 'A recipient of the invoice.', PartyInput, PARTY_MEMBERS, routing);
const allowance = describe(
  'AllowanceInput',
  'An allowance or a charge of the whole invoice, with the tax of which it is a part.',
  AllowanceInput,
  ALLOWANCE_MEMBERS,
);
const lineAllowance = describe(
  'LineAllowanceInput',
  'An allowance or a charge of a line.',
  LineAllowanceInput,
  LINE_ALLOWANCE_MEMBERS,
);
const line = describe('InvoiceLineInput', 'One line of an invoice.', LineInput, LINE_MEMBERS, {
  period,
  allowances: lineAllowance,
  charges: lineAllowance,
});

/** An invoice, as the element of a batch and as the body of a preview. */
export const INVOICE_DOCUMENT: Schema = describe(
  'InvoiceInput',
  'An invoice to be issued. A null member counts as absent. All texts of an invoice together have at most 200,000 characters.',
  InvoiceInput,
  INVOICE_MEMBERS,
  {
    lines: line,
    issuer_person_name: personName,
    recipients: party,
    replaces: reference,
    allowances: allowance,
    charges: allowance,
    period,
    rectification: describe(
      'RectificationInput',
      'What an invoice rectifies, how and why.',
      RectificationInput,
      RECTIFICATION_MEMBERS,
      { invoices: reference },
    ),
    issued_by: describe('IssuedByInput', 'Who issues the invoice.', IssuedByInput, ISSUED_BY_MEMBERS, {
      document: describe(
        'IssuedByDocument',
        'A document that identifies a third party.',
        memberOf(IssuedByInput, 'document'),
        ISSUED_BY_DOCUMENT_MEMBERS,
      ),
    }),
    payment: describe('PaymentInput', 'How and when an invoice is paid.', PaymentInput, PAYMENT_MEMBERS, {
      due,
    }),
    delivery: describe('DeliveryInput', 'Where goods are delivered.', DeliveryInput, DELIVERY_MEMBERS),
    payee: describe('PayeeInput', 'Who receives the payment.', PayeeInput, PAYEE_MEMBERS),
    metadata: {
      type: 'object',
      additionalProperties: { type: 'string', maxLength: MAX_LENGTHS.metadata_value },
      maxProperties: MAX_METADATA,
      examples: [{ shop: 'madrid' }],
    },
  },
);

/** The body of `POST /invoice_batches` and of its dry run. */
export const BATCH_DOCUMENT = describeBatch(INVOICE_DOCUMENT);

/** The body that sets the profile of a recipient. */
export const RECIPIENT_PROFILE_DOCUMENT = describe(
  'RecipientProfileInput',
  'The profile of a recipient. A member that is null or absent has no value.',
  RecipientProfileInput,
  RECIPIENT_PROFILE_MEMBERS,
  routing,
);

/** Returns the shape of an optional member without null. */
function memberOf(shape: TSchema, name: string): Shape {
  return (shape as Shape).properties![name]!.anyOf![0]!;
}

function itemOf(shape: TSchema, name: string): Shape {
  return memberOf(shape, name).items!;
}

/**
 * Describes an object: the members of its shape with their words.
 * @param nested the documents of members that are objects, and of the items of lists of objects.
 */
function describe(
  title: string,
  description: string,
  shape: TSchema | Shape,
  members: Readonly<Record<string, Words>>,
  nested: Nested = {},
): Schema {
  const entries = Object.entries((shape as Shape).properties!);
  return {
    title,
    description,
    type: 'object',
    required: entries.filter(([name]) => members[name]!.required).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, { anyOf }]) => [name, describeMember(anyOf!, members[name]!, nested[name])]),
    ),
    additionalProperties: false,
  };
}

/** @param types the types of the member, the last of which is null. */
function describeMember(types: readonly Shape[], words: Words, nested: Schema | undefined): Schema {
  const { description, examples, required = false, decimals, ...limits } = words;
  const annotations = { description, ...(examples !== undefined && { examples }) };
  const nothing = required ? [] : [{ type: 'null' }];
  const [first] = types as [Shape];
  if (types.length > 2) {
    // The limits apply to numbers and the pattern to strings.
    const pattern = patternOf(decimals!, limits.minimum ?? limits.exclusiveMinimum);
    return { ...annotations, ...limits, pattern, type: ['number', 'string', ...(required ? [] : ['null'])] };
  }
  const whole: Schema =
    first.type === 'array'
      ? { type: 'array', items: nested ?? { type: 'string', maxLength: MAX_LENGTHS.reference }, ...limits }
      : nested !== undefined
        ? nested
        : { ...first, ...limits };
  if (required) return { ...whole, ...annotations };
  // Generators turn a null among the values of an enumeration into a value with the name null, or fail.
  return whole['enum'] !== undefined || whole['title'] !== undefined
    ? { ...annotations, anyOf: [whole, ...nothing] }
    : { ...whole, ...annotations, type: [whole['type'], 'null'] };
}

/** Returns the pattern of a decimal as a string. @param minimum below 0 it can have a sign. */
function patternOf(decimals: number, minimum = -1): string {
  return `^${minimum < 0 ? '-?' : ''}[0-9]{1,12}(\\.[0-9]{1,${decimals}})?$`;
}
