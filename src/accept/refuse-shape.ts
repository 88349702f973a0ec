import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { type ApiRefusal, describeRefusal } from '../contracts/api-error.ts';
import { readPointer, type RefusedMember, type ShapeCode, writePointer } from '../contracts/v2/details.ts';
import { TOO_LARGE } from '../domain/money/decimals.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import { joinTexts, type Text } from '../contracts/messages/texts.ts';
import { sayAbout } from '../domain/reading/findings.ts';
import { suggestMember } from './suggest-member.ts';

/*
 * The refusal of a body because of the values at some places, and the description of the errors of
 * its schema.
 */

/** The maximum number of places that a message names. */
const NAMED_PLACES = 3;
/** The maximum number of places that the details of version 2 list. */
export const LISTED_PLACES = 20;

/** The refusal of a body that is not valid JSON or has the wrong shape. */
export type BodyRefusal = ApiRefusal & { readonly kind: 'refused' };
/** Names and indexes, from the root of the body. */
export type MemberPath = readonly string[];
/** What is wrong at a place. The text follows the place in the message. */
export type Fault = { readonly place: MemberPath; readonly code: ShapeCode; readonly text: Text };
/** Never empty. */
export type Faults = readonly [Fault, ...Fault[]];

/** Refuses a body because of the values at some places. */
export function refuseFaults(faults: Faults): BodyRefusal {
  return refuseMembers(
    faults.map(({ place, code, text }) => ({
      path: writePointer(place),
      code,
      message: sayAbout(namePlace(place), text),
      aeatCode: null,
    })),
  );
}

/** Refuses a body because of some of its members. The message names the first three. */
export function refuseMembers(members: readonly RefusedMember[]): BodyRefusal {
  const named = members.slice(0, NAMED_PLACES).map(({ message }) => message);
  const places = joinTexts(members.length > NAMED_PLACES ? [...named, formatMessage('and_others')] : named);
  const listed = members.slice(0, LISTED_PLACES);
  return { kind: 'refused', ...describeRefusal('wrong_shape', { places }), members: listed };
}

function namePlace(place: MemberPath): Text {
  const path = showPlace(place);
  return path === '' ? formatMessage('body') : { en: path, es: path };
}

/** Describes a value that its schema refuses without an error that can be described. */
export function describeNothing(place: MemberPath): Fault {
  return { place, code: 'wrong_type', text: formatMessage('not_as_documented') };
}

type SchemaError = ReturnType<Validator['Errors']>[number];

const NOT_SAFE = formatMessage('not_safe_integer', {
  least: Number.MIN_SAFE_INTEGER,
  most: Number.MAX_SAFE_INTEGER,
});
const OF_TYPE: Readonly<Record<string, Text>> = {
  string: formatMessage('not_string'),
  number: formatMessage('not_number'),
  integer: formatMessage('not_integer'),
  boolean: formatMessage('not_boolean'),
  array: formatMessage('not_array'),
  object: formatMessage('not_object'),
};

/**
 * Describes the errors of a value.
 * @param root the place of the value in the body.
 * @param schema of the value, whose members are suggested for unknown ones; without it none is.
 */
export function describeErrors(
  validator: Pick<Validator, 'Errors'>,
  value: unknown,
  root: MemberPath,
  schema?: TSchema,
): Faults {
  const faults = new Map<string, Fault>();
  for (const error of validator.Errors(value)) {
    for (const fault of describeError(error, value, schema)) {
      const { place, code, text } = fault;
      const key = writePointer(place);
      const known = faults.get(key);
      if (known === undefined) faults.set(key, { place: [...root, ...place], code, text });
      // Version 2 reports both types of a decimal at the same place, the number first.
      else if (known.text === OF_TYPE['number'] && text === OF_TYPE['string'])
        faults.set(key, { place: known.place, code, text: formatMessage('not_decimal') });
    }
  }
  const [first = describeNothing(root), ...others] = faults.values();
  return [first, ...others];
}

/**
 * Describes one schema error. An optional member is a union with null, so an error that expects
 * null is not reported.
 */
function describeError(error: SchemaError, value: unknown, schema: TSchema | undefined): Fault[] {
  const place = readPointer(error.instancePath);
  if (error.keyword === 'type')
    return error.params.type === 'null' ? [] : [describeType(place, String(error.params.type), value)];
  if (error.keyword === 'minimum')
    return [{ place, code: 'out_of_range', text: sayLimit('below', error.params.limit) }];
  if (error.keyword === 'maximum')
    return [{ place, code: 'out_of_range', text: sayLimit('above', error.params.limit) }];
  if (error.keyword === 'minItems') {
    const { limit: least } = error.params;
    return [
      {
        place,
        code: 'too_few',
        text: least === 1 ? formatMessage('without_item') : formatMessage('few_items', { least }),
      },
    ];
  }
  if (error.keyword === 'maxItems') {
    const { limit: most } = error.params;
    return [
      {
        place,
        code: 'too_many',
        text: most === 1 ? formatMessage('several_items') : formatMessage('many_items', { most }),
      },
    ];
  }
  if (error.keyword === 'uniqueItems')
    return [{ place, code: 'too_many', text: formatMessage('repeated_item') }];
  if (error.keyword === 'maxLength')
    return [
      { place, code: 'too_long', text: formatMessage('most_characters', { most: error.params.limit }) },
    ];
  if (isAboutUtcTime(error)) return [{ place, code: 'unknown_value', text: formatMessage('not_utc_time') }];
  if (error.keyword === 'enum')
    return [
      {
        place,
        code: 'unknown_value',
        text: formatMessage('not_one_of', { values: error.params.allowedValues.join(', ') }),
      },
    ];
  if (error.keyword === 'required')
    return error.params.requiredProperties.map((name) => ({
      place: [...place, name],
      code: 'missing',
      text: formatMessage('required'),
    }));
  // TypeBox reports each unknown member of a closed object as `boolean`. It may omit the
  // summarizing error if there are many.
  if (error.keyword === 'boolean') {
    const member = schema === undefined ? null : suggestMember(schema, place);
    const text = member === null ? formatMessage('not_allowed') : formatMessage('did_you_mean', { member });
    return [{ place, code: 'unknown_member', text }];
  }
  return [];
}

/** Returns whether a value is not a time in UTC, which has the format of a time and ends with Z. */
function isAboutUtcTime(error: SchemaError): boolean {
  if (error.keyword === 'format') return error.params.format === 'date-time';
  return error.keyword === 'pattern' && String(error.params.pattern).includes('Z$');
}

function describeType(place: MemberPath, type: string, value: unknown): Fault {
  const isNumber = type === 'number' || type === 'integer';
  return isNumber && isTooLarge(value, place)
    ? { place, code: 'out_of_range', text: type === 'number' ? TOO_LARGE : NOT_SAFE }
    : { place, code: 'wrong_type', text: OF_TYPE[type]! };
}

function sayLimit(code: 'below' | 'above', limit: number | bigint): Text {
  const isOwn = Number.isSafeInteger(Number(limit)) && Math.abs(Number(limit)) < Number.MAX_SAFE_INTEGER;
  return isOwn ? formatMessage(code, { limit }) : NOT_SAFE;
}

/**
 * Returns whether the value is a number beyond the range of a double, such as `1e400`, which parses
 * to Infinity.
 */
function isTooLarge(root: unknown, place: MemberPath): boolean {
  const found = place.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | null | undefined)?.[step],
    root,
  );
  return found === Infinity || found === -Infinity;
}

/** Writes a place as messages show it: `lines[1].tax_rate`; empty for the root. */
export function showPlace(place: MemberPath): string {
  return place.reduce(join, '');
}

const MAX_NAME = 80;

function join(path: string, name: string): string {
  if (/^\d+$/.test(name)) return `${path}[${name}]`;
  const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(shown)) return `${path}[${JSON.stringify(shown)}]`;
  return path === '' ? shown : `${path}.${shown}`;
}
