import type { Validator } from 'typebox/compile';
import { type ApiRefusal, describeRefusal } from '../contracts/api-error.ts';
import { readPointer, type RefusedMember, type ShapeCode, writePointer } from '../contracts/v2/details.ts';
import { TOO_LARGE } from '../domain/money/decimals.ts';

/* The refusal of a body because of the values at some places, and the description of the errors of its schema. */

/** The maximum number of places that a message names. */
export const NAMED_PLACES = 3;
/** The maximum number of places that the details of version 2 list. */
export const LISTED_PLACES = 20;

/** The refusal of a body that is not valid JSON or has the wrong shape. */
export type BodyRefusal = ApiRefusal & { readonly kind: 'refused' };
/** Names and indexes, from the root of the body. */
export type Place = readonly string[];
/** What is wrong at a place: the code, and the text that follows the place in the message. */
export type Fault = readonly [place: Place, code: ShapeCode, text: string];
/** Never empty. */
export type Faults = readonly [Fault, ...Fault[]];

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
export function refuseFaults(faults: Faults): BodyRefusal {
  return refuseMembers(
    faults.map(([place, code, text]) => ({
      path: writePointer(place),
      code,
      message: `${showPlace(place) || 'Body'} ${text}`,
      aeatCode: null,
    })),
  );
}

/** Refuses a body because of some of its members. The message names the first three. */
export function refuseMembers(members: readonly RefusedMember[]): BodyRefusal {
  const places = joinNamed(members, 'and more');
  const listed = members.slice(0, LISTED_PLACES);
  return { kind: 'refused', ...describeRefusal('wrong_shape', { places }), members: listed };
}

/** Joins the messages about the first three members. @param more says that there are others. */
export function joinNamed(members: readonly RefusedMember[], more: string): string {
  const named = members.slice(0, NAMED_PLACES).map(({ message }) => message);
  return [...named, ...(members.length > NAMED_PLACES ? [more] : [])].join('; ');
}

/** Describes a value that its schema refuses without an error that can be described. */
export function describeNothing(place: Place): Fault {
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

/**
 * Describes the errors of a value.
 * @param root the place of the value in the body.
 */
export function describeErrors(validator: Pick<Validator, 'Errors'>, value: unknown, root: Place): Faults {
  const faults = new Map<string, Fault>();
  for (const error of validator.Errors(value)) {
    for (const fault of describeError(error, value)) {
      const [place, code, text] = fault;
      const key = writePointer(place);
      const known = faults.get(key);
      if (known === undefined) faults.set(key, [[...root, ...place], code, text]);
      else if (known[2] === A_NUMBER && text === A_STRING) faults.set(key, [known[0], code, A_DECIMAL]);
    }
  }
  const [first = describeNothing(root), ...others] = faults.values();
  return [first, ...others];
}

/** Describes one schema error. An optional member is a union with null, so an error that expects null is not reported. */
function describeError(error: SchemaError, value: unknown): Fault[] {
  const place = readPointer(error.instancePath);
  if (error.keyword === 'type')
    return error.params.type === 'null' ? [] : [describeType(place, String(error.params.type), value)];
  if (error.keyword === 'minimum')
    return [[place, 'out_of_range', describeLimit('at least', error.params.limit)]];
  if (error.keyword === 'maximum')
    return [[place, 'out_of_range', describeLimit('at most', error.params.limit)]];
  if (error.keyword === 'minItems')
    return [[place, 'too_few', `must have at least ${countItems(error.params.limit)}`]];
  if (error.keyword === 'maxItems')
    return [[place, 'too_many', `must have at most ${countItems(error.params.limit)}`]];
  if (error.keyword === 'uniqueItems') return [[place, 'too_many', 'must not repeat an item']];
  if (error.keyword === 'maxLength')
    return [[place, 'too_long', `must have at most ${error.params.limit} characters`]];
  if (error.keyword === 'enum')
    return [[place, 'unknown_value', `must be one of ${error.params.allowedValues.join(', ')}`]];
  if (error.keyword === 'required')
    return error.params.requiredProperties.map((name) => [[...place, name], 'missing', 'is required']);
  // TypeBox reports each unknown member of a closed object as `boolean`. It may omit the summarizing error if there are many.
  if (error.keyword === 'boolean') return [[place, 'unknown_member', 'is not allowed']];
  return [];
}

function describeType(place: Place, type: string, value: unknown): Fault {
  const isNumber = type === 'number' || type === 'integer';
  return isNumber && isTooLarge(value, place)
    ? [place, 'out_of_range', type === 'number' ? TOO_LARGE : NOT_SAFE]
    : [place, 'wrong_type', `must be ${ARTICLE[type]}`];
}

function describeLimit(bound: 'at least' | 'at most', limit: number | bigint): string {
  const isOwn = Number.isSafeInteger(Number(limit)) && Math.abs(Number(limit)) < Number.MAX_SAFE_INTEGER;
  return isOwn ? `must be ${bound} ${limit}` : NOT_SAFE;
}

/** Returns whether the value is a number beyond the range of a double, such as `1e400`, which parses to Infinity. */
function isTooLarge(root: unknown, place: Place): boolean {
  const found = place.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | null | undefined)?.[step],
    root,
  );
  return found === Infinity || found === -Infinity;
}

/** Writes a place as messages show it: `lines[1].tax_rate`; empty for the root. */
export function showPlace(place: Place): string {
  return place.reduce(join, '');
}

const MAX_NAME = 80;

function join(path: string, name: string): string {
  if (/^\d+$/.test(name)) return `${path}[${name}]`;
  const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(shown)) return `${path}[${JSON.stringify(shown)}]`;
  return path === '' ? shown : `${path}.${shown}`;
}
