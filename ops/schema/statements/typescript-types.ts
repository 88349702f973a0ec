/*
 * TypeScript's types of PostgreSQL's: what `pg` takes as a parameter, and what it gives of a column with the parsers of this product
 * (src/platform/postgres/database.ts). A type that is missing here is refused, so that nobody guesses what comes.
 */

const SMALL_NUMBERS = ['smallint', 'integer', 'oid', 'real', 'double precision'];
const TEXTS = ['text', 'character varying', 'name', 'uuid', 'regclass', 'pg_lsn', 'inet'];
const TIMES = ['date', 'timestamp without time zone', 'timestamp with time zone', 'interval'];

const COLUMN_TYPES: Readonly<Record<string, string>> = {
  ...name(SMALL_NUMBERS, 'number'),
  ...name(TEXTS, 'string'),
  // As PostgreSQL writes them.
  ...name([...TIMES, 'bigint', 'numeric'], 'string'),
  boolean: 'boolean',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
  // Of a function that gives nothing: an empty text.
  void: 'string',
};
/** Those whose items `pg` gives as other types than the type itself are not among them. */
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
  // As text: `pg` would make an array of PostgreSQL's of an array.
  json: 'string',
  jsonb: 'string',
};

function name(types: readonly string[], type: string): Record<string, string> {
  return Object.fromEntries(types.map((one) => [one, type]));
}

/** The types of values that have a counterpart. */
export const COLUMN_TYPE_NAMES = Object.keys(COLUMN_TYPES).filter((type) => type !== 'void');

/** The type of the values of a column that are not null; undefined where it is not known. @param hasNullItems whether items of an array can be null. */
export function columnType(type: string, hasNullItems: boolean): string | undefined {
  const item = itemOf(type);
  if (item === null) return COLUMN_TYPES[type];
  return ITEM_TYPES.has(item)
    ? `readonly ${hasNullItems ? `(${COLUMN_TYPES[item]!} | null)` : COLUMN_TYPES[item]!}[]`
    : undefined;
}

/** The type of what a parameter takes, but for null; undefined where it is not known. */
export function parameterType(type: string, hasNullItems: boolean): string | undefined {
  const item = itemOf(type);
  if (item === null) return PARAMETER_TYPES[type];
  const known = PARAMETER_TYPES[item];
  if (known === undefined) return undefined;
  const items = hasNullItems ? `${known} | null` : known;
  return `readonly (${items})[] | EncodedArray<${items}>`;
}

/** Of an array the type of its items; null of any other. */
function itemOf(type: string): string | null {
  return type.endsWith('[]') ? type.slice(0, -2) : null;
}
