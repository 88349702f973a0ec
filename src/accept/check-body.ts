import { Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { type ApiRefusal, describeRefusal } from '../contracts/api-error.ts';
import { MAX_BATCH_INVOICES } from '../contracts/codes.ts';
import { countCharacters, MAX_LENGTHS } from '../contracts/text-lengths.ts';
import { findDeceptiveCharacter, normaliseText } from '../contracts/shown-text.ts';
import { CreateBatchBody, InvoiceInput, InvoiceLineInput } from '../contracts/invoice-input.ts';
import { TOO_LARGE } from '../domain/money/decimals.ts';

const INVOICES = 'invoice_batch.invoices';
const LABEL = 'invoice_batch.external_batch_id';
/** The maximum number of places that a message names. */
const NAMED_PLACES = 3;

/*
 * The body is checked in three steps with the same schemas: its frame, each invoice, each line. The compiled checks are cheap. Naming
 * the invalid places takes 50 times as much, so only the first few failing invoices and lines are described. A check that fails refuses
 * the body even if no error describes it: TypeBox lists at most 8 errors, and the list may be empty.
 */
const { external_batch_id: externalBatchId } = CreateBatchBody.properties.invoice_batch.properties;
const frame = Compile(
  Type.Object(
    {
      invoice_batch: Type.Object(
        { external_batch_id: externalBatchId, invoices: Type.Array(Type.Unknown()) },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  ),
);
const invoice = Compile(InvoiceInput);
const anyLines = Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()]));
const invoiceFrame = Compile(
  Type.Object({ ...InvoiceInput.properties, lines: anyLines }, { additionalProperties: false }),
);
const line = Compile(InvoiceLineInput);

export type CheckedBody = { readonly kind: 'checked'; readonly body: CreateBatchBody } | Refusal;
type Refusal = ApiRefusal & { readonly kind: 'refused' };

/**
 * Checks the shape of a create request: its members, their JSON types, the batch label and the number of invoices. Does not check the
 * values of invoices.
 * @returns the body, or a refusal whose message names the first three invalid places and the expected type of each.
 */
export function checkBody(value: unknown): CheckedBody {
  if (!frame.Check(value)) return refuse(describeErrors(frame, value, ''));
  const { invoices, external_batch_id: label } = value.invoice_batch;
  if (label && !isStorable(label)) {
    return refuse([`${LABEL} must be well-formed Unicode without NUL`]);
  }
  const deceptive = label ? findDeceptiveCharacter(normaliseText(label)) : null;
  if (deceptive !== null) return refuse([`${LABEL} can't contain ${deceptive}`]);
  if (label && countCharacters(label) > MAX_LENGTHS.external_batch_id) {
    return refuse([`${LABEL} must have at most ${MAX_LENGTHS.external_batch_id} characters`]);
  }
  if (invoices.length === 0) return { kind: 'refused', ...describeRefusal('empty_batch', {}) };
  if (invoices.length > MAX_BATCH_INVOICES)
    return { kind: 'refused', ...describeRefusal('large_batch', { most: MAX_BATCH_INVOICES }) };
  const wrong = describeItems(invoices, INVOICES, describeInvoice);
  return wrong === null ? { kind: 'checked', body: value as CreateBatchBody } : refuse(wrong);
}

/** PostgreSQL stores neither NUL nor lone surrogates. In an invoice they fail that invoice; in the batch label they refuse the whole body. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function refuse(messages: Messages): Refusal {
  const named = messages.slice(0, NAMED_PLACES).join('; ');
  const places = messages.length > NAMED_PLACES ? `${named}; and more` : named;
  return { kind: 'refused', ...describeRefusal('wrong_shape', { places }) };
}

/** Describes what is wrong; never empty. */
type Messages = readonly [string, ...string[]];
/** Returns null if the item is valid, which only its compiled check decides. */
type Describe = (item: unknown, place: string) => Messages | null;

/** Describes the first wrong items of a list; returns null if all are valid. */
function describeItems(items: readonly unknown[], place: string, describe: Describe): Messages | null {
  let messages: Messages | null = null;
  for (let index = 0; index < items.length && (messages?.length ?? 0) <= NAMED_PLACES; index += 1) {
    const wrong = describe(items[index], `${place}[${index}]`);
    if (wrong !== null) messages = messages === null ? wrong : [...messages, ...wrong];
  }
  return messages;
}

function describeInvoice(value: unknown, place: string): Messages | null {
  if (invoice.Check(value)) return null;
  if (!invoiceFrame.Check(value)) return describeErrors(invoiceFrame, value, place);
  return describeItems(value.lines ?? [], `${place}.lines`, describeLine) ?? [describeNothing(place)];
}

function describeLine(value: unknown, place: string): Messages | null {
  return line.Check(value) ? null : describeErrors(line, value, place);
}

function describeNothing(place: string): string {
  return `${place || 'Body'} does not conform to the OpenAPI document`;
}

type SchemaError = ReturnType<Validator['Errors']>[number];

const NOT_SAFE = 'must be a safe integer (between -9007199254740991 and 9007199254740991)';
const ARTICLE: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

function describeErrors(validator: Pick<Validator, 'Errors'>, value: unknown, root: string): Messages {
  const messages = new Map<string, string>();
  for (const error of validator.Errors(value)) {
    for (const [place, message] of describeError(error, value, root)) {
      if (!messages.has(place)) messages.set(place, `${place || 'Body'} ${message}`);
    }
  }
  const [first = describeNothing(root), ...others] = messages.values();
  return [first, ...others];
}

/** Describes one schema error. An optional member is a union with null, so an error that expects null is not reported. */
function describeError(error: SchemaError, value: unknown, root: string): [place: string, message: string][] {
  const place = toPath(error.instancePath, root);
  if (error.keyword === 'type' && error.params.type !== 'null') {
    const type = String(error.params.type);
    const isNumber = type === 'number' || type === 'integer';
    if (isNumber && isTooLarge(value, error.instancePath))
      return [[place, type === 'number' ? TOO_LARGE : NOT_SAFE]];
    return [[place, `must be ${ARTICLE[type]}`]];
  }
  if (error.keyword === 'minimum' || error.keyword === 'maximum') return [[place, NOT_SAFE]];
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => [join(place, name), 'is required']);
  }
  // TypeBox reports each unknown member of a closed object as `boolean`. It may omit the summarizing error if there are many.
  if (error.keyword === 'boolean') return [[place, 'is not allowed']];
  return [];
}

/** Returns whether the value is a number beyond the range of a double, such as `1e400`, which parses to Infinity. */
function isTooLarge(root: unknown, pointer: string): boolean {
  const found = readSteps(pointer).reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | null | undefined)?.[step],
    root,
  );
  return found === Infinity || found === -Infinity;
}

function readSteps(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function toPath(pointer: string, root: string): string {
  return readSteps(pointer).reduce(join, root);
}

const MAX_NAME = 80;

function join(path: string, name: string): string {
  if (/^\d+$/.test(name)) return `${path}[${name}]`;
  const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(shown)) return `${path}[${JSON.stringify(shown)}]`;
  return path === '' ? shown : `${path}.${shown}`;
}
