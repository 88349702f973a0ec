import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type ApiError, apiError } from '../../contracts/api-error.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { countCharacters } from '../../contracts/shown-text.ts';
import { isCalendarDate } from '../../domain/reading/calendar-date.ts';
import { JUDGED_BY_ROUTES } from './parameters.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/** The schema of a parameter, as far as the validation and its messages depend on it. */
type Parameter = TSchema & {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly additionalProperties?: Parameter;
};
type Parameters = {
  readonly properties?: Readonly<Record<string, Parameter>>;
  readonly required?: readonly string[];
};
type Sent = Readonly<Record<string, string | string[]>>;

const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const INTEGER = /^\d{1,16}$/;
/** The canonical form of an id. */
const ID = /^[1-9]\d{0,15}$/;
const MEMBER = /^(\w+)\[(.+)\]$/s;
const ANYTHING = { Check: () => true };
const NAMED = 3;
const MAX_NAME = 80;

/**
 * Validates the parameters of every route by the schemas that describe them, and passes them to the
 * route in the types of these schemas, with their defaults. A query parameter that is not in the
 * schema of a route, or is given twice, is refused. If the server ignored one, for example a
 * filter, the answer would not match the request. Headers and bodies are not validated here: routes
 * read bodies when they are ready for them (`installBodies`), by the same schemas
 * (`openBodyReader`), except for invoices, whose values the rules judge one by one.
 */
export function installParameters(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, querystring: route.schema?.querystring ?? Type.Object({}) };
  });
  app.setValidatorCompiler(compileParameters);
}

const compileParameters: FastifySchemaCompiler<unknown> = ({ schema, httpPart }) => {
  if (httpPart === 'querystring') return compileQuery(schema as Parameters);
  return httpPart === 'params' ? compilePath(schema as Parameters) : () => true;
};

/**
 * Compiles the parameters in a path. Never refuses: a text that is not the canonical form of a
 * positive safe integer becomes 0 as an id. No row has this id, so the request is answered like one
 * with an unknown id.
 */
function compilePath({ properties = {} }: Parameters) {
  const ids = Object.keys(properties).filter((name) => properties[name]!.type === 'integer');
  return (sent: Readonly<Record<string, string>>) => ({
    value: { ...sent, ...Object.fromEntries(ids.map((name) => [name, readId(sent[name]!)])) },
  });
}

function readId(text: string): number {
  const id = ID.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}

/**
 * Compiles query parameters. The first wrong one, in the order of the schema, is refused with a 400
 * that names it.
 */
function compileQuery({ properties = {}, required = [] }: Parameters) {
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
    validator: JUDGED_BY_ROUTES.has(schema) ? ANYTHING : Compile(schema),
  }));
  return (sent: Sent): { readonly value: object } | { readonly error: ApiError } => {
    const unclear = findUnclear(sent, properties);
    if (unclear !== null) return { error: unclear };
    const value: Record<string, unknown> = {};
    for (const { name, schema, isRequired, validator } of parameters) {
      const text = schema.type === 'object' ? readMembers(sent, name) : (sent[name] as string | undefined);
      if (text === undefined && !isRequired) {
        if (schema.default !== undefined) value[name] = schema.default;
        continue;
      }
      const read = typeof text === 'string' ? readText(text, schema) : text;
      if (read === undefined || !validator.Check(read) || !isRight(read, schema))
        return { error: refuse(name, schema, text) };
      value[name] = read;
    }
    return { value };
  };
}

/** Finds parameters that are unknown or given twice. */
function findUnclear(sent: Sent, properties: Readonly<Record<string, Parameter>>): ApiError | null {
  const names = Object.keys(sent);
  if (names.length === 0) return null;
  const known = Object.keys(properties);
  const isObject = (name: string) => properties[name]?.type === 'object';
  const isKnown = (name: string) =>
    isObject(MEMBER.exec(name)?.[1] ?? '') || (known.includes(name) && !isObject(name));
  const unknown = names.filter((name) => !isKnown(name));
  if (unknown.length > 0)
    return apiError('unknown_parameter', {
      parameters: formatMessage(unknown.length === 1 ? 'a_parameter' : 'several_parameters'),
      names: nameAll(unknown),
      known:
        known.length === 0
          ? formatMessage('none')
          : known.map((name) => (isObject(name) ? `${name}[key]` : name)).join(', '),
    });
  const repeated = names.filter((name) => Array.isArray(sent[name]));
  return repeated.length === 0 ? null : apiError('repeated_parameter', { names: nameAll(repeated) });
}

/**
 * Reads an object, which is sent as one parameter for each of its members: `metadata[key]=value`.
 * @returns undefined if it has none.
 */
function readMembers(sent: Sent, name: string): Readonly<Record<string, unknown>> | undefined {
  const members = Object.entries(sent).flatMap(([each, value]) => {
    const [, object, key] = MEMBER.exec(each) ?? [];
    return object === name ? [[key!, value] as const] : [];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/**
 * Reads a text as the type of a schema; a text that has another type stays a text, which the schema
 * refuses.
 */
function readText(text: string, { type }: Parameter): unknown {
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  if (type !== 'integer' || !INTEGER.test(text)) return text;
  return Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/**
 * Checks what TypeBox does not: dates and times of the calendar, and texts that PostgreSQL can
 * store, without NUL. JSON Schema counts the length of a text in code points, TypeBox in graphemes.
 */
function isRight(
  value: unknown,
  { format, minLength, maxLength = Infinity, additionalProperties }: Parameter,
): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(
      ([key, member]) => isStorableKey(key) && isRight(member, additionalProperties!),
    );
  if (typeof value !== 'string') return true;
  if (format === 'date') return isCalendarDate(value);
  if (format === 'date-time') return isUtcTime(value);
  return minLength === undefined || (countCharacters(value) <= maxLength && !value.includes('\0'));
}

function isStorableKey(key: string): boolean {
  return key.isWellFormed() && !key.includes('\0');
}

/** Says why a parameter is not valid. */
function refuse(name: string, schema: Parameter, sent: unknown): ApiError {
  const { type, enum: choices, format, minimum: least = 0, maximum: most, maxLength = 0 } = schema;
  if (choices !== undefined) return apiError('unknown_choice', { name, choices: choices.join(', ') });
  if (type === 'boolean') return apiError('unknown_choice', { name, choices: 'true, false' });
  if (type === 'integer')
    return most === undefined
      ? apiError('small_parameter', { name, least })
      : apiError('parameter_out_of_range', { name, least, most });
  if (format === 'date') return apiError('wrong_date', { name });
  if (format === 'date-time') return apiError('wrong_time', { name });
  if (format === 'year-month') return apiError('wrong_month', { name });
  if (format === 'decimal') return apiError('wrong_amount', { name });
  if (typeof sent === 'object' && sent !== null) {
    const [[key, value] = ['', ''], another] = Object.entries(sent);
    if (another !== undefined) return apiError('several_metadata', {});
    return isStorableKey(key)
      ? refuse(name, schema.additionalProperties!, value)
      : apiError('parameter_with_nul', { name });
  }
  const text = typeof sent === 'string' ? sent : '';
  if (text.trim() === '') return apiError('blank_parameter', { name });
  return countCharacters(text) > maxLength
    ? apiError('long_parameter', { name, most: maxLength })
    : apiError('parameter_with_nul', { name });
}

function isUtcTime(text: string): boolean {
  const time = UTC_TIME.test(text) ? new Date(text) : null;
  // JavaScript turns 29 February of a common year into 1 March.
  return time !== null && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, -1));
}

function nameAll(names: readonly string[]): Text | string {
  const shown = names.slice(0, NAMED).map(showName).join(', ');
  return names.length > NAMED ? formatMessage('names_and_more', { names: shown }) : shown;
}

function showName(name: string): string {
  const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  return /^[A-Za-z_][\w.-]*$/.test(shown) ? shown : JSON.stringify(shown);
}
