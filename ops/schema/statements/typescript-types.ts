/*
 * The TypeScript types for PostgreSQL's types: those that `pg` accepts as parameters, and those
 * that it returns for columns with the engine's parsers (src/platform/postgres/database.ts). A type
 * that is missing here is refused.
 */

const SMALL_NUMBERS = ['smallint', 'integer', 'oid', 'real', 'double precision'];
const TEXTS = ['text', 'character varying', 'name', 'uuid', 'regclass', 'pg_lsn', 'inet'];
const TIMES = ['date', 'timestamp without time zone', 'timestamp with time zone', 'interval'];

const COLUMN_TYPES: Readonly<Record<string, string>> = {
  ...name(SMALL_NUMBERS, 'number'),
  ...name(TEXTS, 'string'),
  // Returned in PostgreSQL's text format.
  ...name([...TIMES, 'bigint', 'numeric'], 'string'),
  boolean: 'boolean',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
  // The result of a void function is an empty text.
  void: 'string',
};
/**
 * The types of items of arrays, except for types that `pg` returns differently inside of arrays.
 */
const ITEM_TYPES = new Set([
  ...SMALL_NUMBERS,
  'text',
  'character varying',
  'uuid',
  'boolean',
  'bytea',
  'bigint',
  'json',
]);

const PARAMETER_TYPES: Readonly<Record<string, string>> = {
  ...name(SMALL_NUMBERS, 'number'),
  ...name(TEXTS, 'string'),
  bigint: 'number | bigint',
  numeric: 'number | string',
  date: 'string',
  interval: 'string',
  'timestamp with time zone': 'Date',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  // Passed as text, because `pg` would convert a JavaScript array to a PostgreSQL array.
  json: 'string',
  jsonb: 'string',
};

function name(types: readonly string[], type: string): Record<string, string> {
  return Object.fromEntries(types.map((one) => [one, type]));
}

/** The PostgreSQL types with a TypeScript type. */
export const COLUMN_TYPE_NAMES = Object.keys(COLUMN_TYPES).filter((type) => type !== 'void');

/**
 * Returns the type of a column's values other than null; undefined if it is unknown.
 * @param hasNullItems whether items of an array can be null.
 */
export function columnType(type: string, hasNullItems: boolean): string | undefined {
  const item = itemOf(type);
  if (item === null) return COLUMN_TYPES[type];
  return ITEM_TYPES.has(item)
    ? `readonly ${hasNullItems ? `(${COLUMN_TYPES[item]!} | null)` : COLUMN_TYPES[item]!}[]`
    : undefined;
}

/** Returns the type of a parameter's values other than null; undefined if it is unknown. */
export function parameterType(type: string, hasNullItems: boolean): string | undefined {
  const item = itemOf(type);
  if (item === null) return PARAMETER_TYPES[type];
  const known = PARAMETER_TYPES[item];
  if (known === undefined) return undefined;
  const items = hasNullItems ? `${known} | null` : known;
  return `readonly (${items})[] | EncodedArray<${items}>`;
}

/** Returns the type of an array's items; null for any other type. */
function itemOf(type: string): string | null {
  return type.endsWith('[]') ? type.slice(0, -2) : null;
}
