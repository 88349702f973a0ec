import { Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { type ApiRefusal, describeRefusal } from '../contracts/api-error.ts';
import { type ApiVersion, MAX_BATCH_INVOICES } from '../contracts/codes.ts';
import { countCharacters, MAX_LENGTHS } from '../contracts/text-lengths.ts';
import { findDeceptiveCharacter, normaliseText } from '../contracts/shown-text.ts';
import {
  CreateBatchBody as CreateBatchBodyV1,
  InvoiceInput as InvoiceInputV1,
  InvoiceLineInput,
} from '../contracts/invoice-input.ts';
import { type RefusedMember, type ShapeCode, writePointer } from '../contracts/v2/details.ts';
import { type CreateBatchBody, InvoiceInput, LineInput } from '../contracts/v2/invoice-input.ts';
import { TOO_LARGE } from '../domain/money/decimals.ts';

const INVOICES = ['invoice_batch', 'invoices'];
const LABEL = ['invoice_batch', 'external_batch_id'];
/** The maximum number of places that a message names. */
const NAMED_PLACES = 3;
/** The number of wrong places after which no more are looked for; version 2 lists that many in its details. */
const MOST_PLACES: Readonly<Record<ApiVersion, number>> = { 1: NAMED_PLACES, 2: 20 };

/*
 * The body is checked in three steps with the same schemas: its frame, each invoice, each line. The compiled checks are cheap. Naming
 * the invalid places takes 50 times as much, so only the first few failing invoices and lines are described. A check that fails refuses
 * the body even if no error describes it: TypeBox lists at most 8 errors, and the list may be empty.
 */
const { external_batch_id: externalBatchId } = CreateBatchBodyV1.properties.invoice_batch.properties;
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
const anyLines = Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()]));
const frameOf = (properties: typeof InvoiceInputV1.properties | typeof InvoiceInput.properties) =>
  Compile(Type.Object({ ...properties, lines: anyLines }, { additionalProperties: false }));
const SHAPES = {
  1: {
    invoice: Compile(InvoiceInputV1),
    invoiceFrame: frameOf(InvoiceInputV1.properties),
    line: Compile(InvoiceLineInput),
  },
  2: {
    invoice: Compile(InvoiceInput),
    invoiceFrame: frameOf(InvoiceInput.properties),
    line: Compile(LineInput),
  },
} as const;

/** A body whose shape is valid, with the invoices of its version. */
export type BatchBody<V extends ApiVersion> = V extends 1 ? CreateBatchBodyV1 : CreateBatchBody;
export type CheckedBody<V extends ApiVersion> =
  | { readonly kind: 'checked'; readonly body: BatchBody<V> }
  | Refusal;
type Refusal = ApiRefusal & { readonly kind: 'refused' };

/**
 * Checks the shape of a create request: its members, their JSON types, the batch label and the number of invoices. Does not check the
 * values of invoices.
 * @returns the body, or a refusal whose message names the first three invalid places and the expected type of each. Its members list the
 * first twenty.
 */
export function checkBody<V extends ApiVersion>(value: unknown, version: V): CheckedBody<V> {
  if (!frame.Check(value)) return refuseFaults(describeErrors(frame, value, []));
  const { invoices, external_batch_id: label } = value.invoice_batch;
  if (label && !isStorable(label)) {
    return refuseFaults([[LABEL, 'forbidden_characters', 'must be well-formed Unicode without NUL']]);
  }
  const deceptive = label ? findDeceptiveCharacter(normaliseText(label)) : null;
  if (deceptive !== null)
    return refuseFaults([[LABEL, 'forbidden_characters', `can't contain ${deceptive}`]]);
  if (label && countCharacters(label) > MAX_LENGTHS.external_batch_id) {
    const says = `must have at most ${MAX_LENGTHS.external_batch_id} characters`;
    return refuseFaults([[LABEL, 'too_long', says]]);
  }
  if (invoices.length === 0) return refuseCount(describeRefusal('empty_batch', {}), 'too_few');
  if (invoices.length > MAX_BATCH_INVOICES)
    return refuseCount(describeRefusal('large_batch', { most: MAX_BATCH_INVOICES }), 'too_many');
  const most = MOST_PLACES[version];
  const wrong = describeItems(invoices, INVOICES, most, (item, place) =>
    describeInvoice(item, place, version),
  );
  return wrong === null ? { kind: 'checked', body: value as BatchBody<V> } : refuseFaults(wrong);
}

/** Checks the shape of one invoice of version 2, which is the whole body. */
export function checkInvoiceShape(
  value: unknown,
): { readonly kind: 'checked'; readonly invoice: InvoiceInput } | Refusal {
  const wrong = describeInvoice(value, [], 2);
  return wrong === null ? { kind: 'checked', invoice: value as InvoiceInput } : refuseFaults(wrong);
}

/** PostgreSQL stores neither NUL nor lone surrogates. In an invoice they fail that invoice; in the batch label they refuse the whole body. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

type Place = readonly string[];
/** What is wrong at a place: the code, and the text that follows the place in the message. */
export type Fault = readonly [place: Place, code: ShapeCode, says: string];
/** Never empty. */
type Faults = readonly [Fault, ...Fault[]];
type Describe = (value: unknown, place: Place) => Faults | null;

/**
 * Checks the shape of any body.
 * @returns a refusal that names the invalid places, as `checkBody` returns it; null if the shape is valid.
 */
export function refuseShape(
  validator: Pick<Validator, 'Check' | 'Errors'>,
  value: unknown,
): ApiRefusal | null {
  return validator.Check(value) ? null : refuseFaults(describeErrors(validator, value, []));
}

/** Refuses a body because of the values at some places. */
export function refuseFaults(faults: Faults): Refusal {
  return refuseMembers(
    faults.map(([place, code, says]) => ({
      path: writePointer(place),
      code,
      message: `${showPlace(place) || 'Body'} ${says}`,
      aeatCode: null,
    })),
  );
}

/** Refuses a body because of some of its members. The message names the first three. */
export function refuseMembers(members: readonly RefusedMember[]): Refusal {
  const named = members
    .slice(0, NAMED_PLACES)
    .map(({ message }) => message)
    .join('; ');
  const places = members.length > NAMED_PLACES ? `${named}; and more` : named;
  const listed = members.slice(0, MOST_PLACES[2]);
  return { kind: 'refused', ...describeRefusal('wrong_shape', { places }), members: listed };
}

function refuseCount(refusal: ApiRefusal, code: ShapeCode): Refusal {
  const { message } = refusal;
  const member = { path: writePointer(INVOICES), code, message, aeatCode: null };
  return { kind: 'refused', ...refusal, members: [member] };
}

/** Describes the first wrong items of a list; returns null if all are valid. */
function describeItems(
  items: readonly unknown[],
  place: Place,
  most: number,
  describe: Describe,
): Faults | null {
  let faults: Faults | null = null;
  for (let index = 0; index < items.length && (faults?.length ?? 0) <= most; index += 1) {
    const wrong = describe(items[index], [...place, String(index)]);
    if (wrong !== null) faults = faults === null ? wrong : [...faults, ...wrong];
  }
  return faults;
}

function describeInvoice(value: unknown, place: Place, version: ApiVersion): Faults | null {
  const { invoice, invoiceFrame, line } = SHAPES[version];
  if (invoice.Check(value)) return null;
  if (!invoiceFrame.Check(value)) return describeErrors(invoiceFrame, value, place);
  const { lines } = value as { readonly lines?: readonly unknown[] | null };
  const describeLine: Describe = (item, where) =>
    line.Check(item) ? null : describeErrors(line, item, where);
  const most = MOST_PLACES[version];
  return describeItems(lines ?? [], [...place, 'lines'], most, describeLine) ?? [describeNothing(place)];
}

function describeNothing(place: Place): Fault {
  return [place, 'wrong_type', 'does not conform to the OpenAPI document'];
}

type SchemaError = ReturnType<Validator['Errors']>[number];

const countItems = (limit: number | bigint) => (limit === 1 ? '1 item' : `${limit} items`);

const NOT_SAFE = 'must be a safe integer (between -9007199254740991 and 9007199254740991)';
const ARTICLE: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};
/** Version 2 reports both types of a decimal at the same place, the number first. */
const A_NUMBER = `must be ${ARTICLE['number']}`;
const A_STRING = `must be ${ARTICLE['string']}`;
const A_DECIMAL = 'must be a number or a decimal string';

function describeErrors(validator: Pick<Validator, 'Errors'>, value: unknown, root: Place): Faults {
  const faults = new Map<string, Fault>();
  for (const error of validator.Errors(value)) {
    for (const fault of describeError(error, value)) {
      const [place, code, says] = fault;
      const key = writePointer(place);
      const known = faults.get(key);
      if (known === undefined) faults.set(key, [[...root, ...place], code, says]);
      else if (known[2] === A_NUMBER && says === A_STRING) faults.set(key, [known[0], code, A_DECIMAL]);
    }
  }
  const [first = describeNothing(root), ...others] = faults.values();
  return [first, ...others];
}

/** Describes one schema error. An optional member is a union with null, so an error that expects null is not reported. */
function describeError(error: SchemaError, value: unknown): Fault[] {
  const place = readSteps(error.instancePath);
  if (error.keyword === 'type' && error.params.type !== 'null') {
    const type = String(error.params.type);
    const isNumber = type === 'number' || type === 'integer';
    if (isNumber && isTooLarge(value, place))
      return [[place, 'out_of_range', type === 'number' ? TOO_LARGE : NOT_SAFE]];
    return [[place, 'wrong_type', `must be ${ARTICLE[type]}`]];
  }
  if (error.keyword === 'minimum' || error.keyword === 'maximum') {
    const limit = Number(error.params.limit);
    const bound = error.keyword === 'minimum' ? 'at least' : 'at most';
    const says =
      Number.isSafeInteger(limit) && Math.abs(limit) < Number.MAX_SAFE_INTEGER
        ? `must be ${bound} ${limit}`
        : NOT_SAFE;
    return [[place, 'out_of_range', says]];
  }
  if (error.keyword === 'minItems')
    return [[place, 'too_few', `must have at least ${countItems(error.params.limit)}`]];
  if (error.keyword === 'maxItems')
    return [[place, 'too_many', `must have at most ${countItems(error.params.limit)}`]];
  if (error.keyword === 'uniqueItems') return [[place, 'too_many', 'must not repeat an item']];
  if (error.keyword === 'maxLength')
    return [[place, 'too_long', `must have at most ${error.params.limit} characters`]];
  if (error.keyword === 'enum')
    return [[place, 'unknown_value', `must be one of ${error.params.allowedValues.join(', ')}`]];
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => [[...place, name], 'missing', 'is required']);
  }
  // TypeBox reports each unknown member of a closed object as `boolean`. It may omit the summarizing error if there are many.
  if (error.keyword === 'boolean') return [[place, 'unknown_member', 'is not allowed']];
  return [];
}

/** Returns whether the value is a number beyond the range of a double, such as `1e400`, which parses to Infinity. */
function isTooLarge(root: unknown, place: Place): boolean {
  const found = place.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | null | undefined)?.[step],
    root,
  );
  return found === Infinity || found === -Infinity;
}

function readSteps(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function showPlace(place: Place): string {
  return place.reduce(join, '');
}

const MAX_NAME = 80;

function join(path: string, name: string): string {
  if (/^\d+$/.test(name)) return `${path}[${name}]`;
  const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(shown)) return `${path}[${JSON.stringify(shown)}]`;
  return path === '' ? shown : `${path}.${shown}`;
}
