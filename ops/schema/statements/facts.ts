import { listOf, readText, type TreeNode } from './node-tree.ts';

/* Facts about the value of an expression. */

export type Facts = {
  readonly isNotNull: boolean;
  /** For an array: whether none of its items is null. */
  readonly areItemsNotNull: boolean;
  /** The only texts that the value can have; null if any text is possible. */
  readonly literals: readonly string[] | null;
  /**
   * The TypeScript type of JSON that the statement builds, or of the items of an array; null if it
   * is unknown, empty if it does not matter.
   */
  readonly json: string | null;
};

export const UNKNOWN: Facts = { isNotNull: false, areItemsNotNull: false, literals: null, json: null };
/**
 * The facts of a stored array. Its items count as not null: PostgreSQL cannot declare it, and a
 * null in an array of the engine would be a bug.
 */
export const NEVER_NULL: Facts = { isNotNull: true, areItemsNotNull: true, literals: null, json: null };
/** Facts that do not change others when they are joined. */
export const NEUTRAL: Facts = { isNotNull: true, areItemsNotNull: true, literals: [], json: '' };

/** Returns the facts of a value that is one of several. */
export function all(facts: readonly Facts[]): Facts {
  return {
    isNotNull: facts.every(({ isNotNull }) => isNotNull),
    areItemsNotNull: facts.every(({ areItemsNotNull }) => areItemsNotNull),
    literals: facts.some(({ literals }) => literals === null)
      ? null
      : [...new Set(facts.flatMap(({ literals }) => literals ?? []))],
    json: oneOf(facts.flatMap(({ json }) => (json === '' ? [] : [json]))),
  };
}

/** Returns the common type; null if the types differ. */
function oneOf(types: readonly (string | null)[]): string | null {
  return new Set(types).size === 1 ? types[0]! : null;
}

/** Returns the facts of the first of several values that is not null. */
export function some(facts: readonly Facts[]): Facts {
  return { ...all(facts), isNotNull: facts.some(({ isNotNull }) => isNotNull) };
}

/**
 * Returns the facts of a constant, including the text of a text constant. Its bytes are in brackets
 * after their number.
 */
export function constant(node: TreeNode): Facts {
  const { fields } = node;
  if (fields['constisnull'] === 'true') return { ...NEUTRAL, isNotNull: false };
  const bytes = listOf(fields['constvalue'])
    .slice(2, -1)
    .map((byte) => Number(byte) & 0xff);
  const read = (from: number, to?: number) => [Buffer.from(bytes).subarray(from, to).toString('utf8')];
  switch (readText(node, 'consttype')) {
    // Values of text and varchar begin with their length.
    case '25':
    case '1043':
      return { ...NEVER_NULL, literals: read(4) };
    // Values of an unknown type end with a zero byte.
    case '705':
      return { ...NEVER_NULL, literals: read(0, -1) };
    default:
      return NEVER_NULL;
  }
}

/** The fields that contain the type of an expression's value. */
const TYPE_FIELDS = [
  'vartype',
  'consttype',
  'paramtype',
  'funcresulttype',
  'opresulttype',
  'resulttype',
  'casetype',
  'coalescetype',
  'aggtype',
];
/**
 * The JSON types that PostgreSQL writes for values of its types, by object identifier: int8, int2,
 * int4, float4, float8, numeric; text, varchar; bool.
 */
const JSON_TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['20', '21', '23', '700', '701', '1700'].map((type) => [type, 'number'])),
  ...Object.fromEntries(['25', '1043'].map((type) => [type, 'string'])),
  '16': 'boolean',
};
/** Returns the JSON type of an expression's value; undefined if it is unknown. */
export function nameJsonType(node: TreeNode): string | undefined {
  if (['NULLTEST', 'BOOLEXPR', 'BOOLEANTEST', 'SCALARARRAYOPEXPR', 'DISTINCTEXPR'].includes(node.tag))
    return 'boolean';
  const field = TYPE_FIELDS.find((name) => name in node.fields);
  return field === undefined ? undefined : JSON_TYPES[readText(node, field)];
}
