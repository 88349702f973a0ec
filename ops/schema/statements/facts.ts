import { listOf, readText, type TreeNode } from './node-tree.ts';

/* What is known of the value of an expression. */

export type Facts = {
  readonly isNotNull: boolean;
  /** Of an array: none of its items is null. */
  readonly areItemsNotNull: boolean;
  /** The only texts that the value can be; null where any may come. */
  readonly literals: readonly string[] | null;
  /** TypeScript's type of JSON that the statement builds, or that the items of an array are; null where it is not known, empty where it does not matter. */
  readonly json: string | null;
};

export const UNKNOWN: Facts = { isNotNull: false, areItemsNotNull: false, literals: null, json: null };
/** Items of a stored array count as not null: PostgreSQL has no way to declare it, and a null in one of ours would be a defect. */
export const NEVER_NULL: Facts = { isNotNull: true, areItemsNotNull: true, literals: null, json: null };
/** What adds nothing to others. */
export const NEUTRAL: Facts = { isNotNull: true, areItemsNotNull: true, literals: [], json: '' };

/** What holds of a value that is one of several. */
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

/** The type that all of these are; null where they differ. */
function oneOf(types: readonly (string | null)[]): string | null {
  return new Set(types).size === 1 ? types[0]! : null;
}

/** What holds of the first of several values that is not null. */
export function some(facts: readonly Facts[]): Facts {
  return { ...all(facts), isNotNull: facts.some(({ isNotNull }) => isNotNull) };
}

/** A constant; of a text, which text. Its bytes stand in brackets behind their number. */
export function constant(node: TreeNode): Facts {
  const { fields } = node;
  if (fields['constisnull'] === 'true') return { ...NEUTRAL, isNotNull: false };
  const bytes = listOf(fields['constvalue'])
    .slice(2, -1)
    .map((byte) => Number(byte) & 0xff);
  const read = (from: number, to?: number) => [Buffer.from(bytes).subarray(from, to).toString('utf8')];
  switch (readText(node, 'consttype')) {
    // text and varchar begin with their length.
    case '25':
    case '1043':
      return { ...NEVER_NULL, literals: read(4) };
    // What has no type ends with a zero.
    case '705':
      return { ...NEVER_NULL, literals: read(0, -1) };
    default:
      return NEVER_NULL;
  }
}

/** Fields that hold the type of an expression's value. */
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
/** What PostgreSQL writes in JSON for values of its types, by their object identifiers: int8, int2, int4, float4, float8, numeric; text, varchar; bool. */
const JSON_TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['20', '21', '23', '700', '701', '1700'].map((type) => [type, 'number'])),
  ...Object.fromEntries(['25', '1043'].map((type) => [type, 'string'])),
  '16': 'boolean',
};
/** The type that the value of an expression has in JSON; undefined where it is not known. */
export function nameJsonType(node: TreeNode): string | undefined {
  if (['NULLTEST', 'BOOLEXPR', 'BOOLEANTEST', 'SCALARARRAYOPEXPR', 'DISTINCTEXPR'].includes(node.tag))
    return 'boolean';
  const field = TYPE_FIELDS.find((name) => name in node.fields);
  return field === undefined ? undefined : JSON_TYPES[readText(node, field)];
}
