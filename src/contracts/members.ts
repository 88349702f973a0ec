import {
  Type,
  type TNull,
  type TNumber,
  type TObject,
  type TOptional,
  type TSchema,
  type TString,
  type TUnion,
} from 'typebox';
import type { DocumentVersion, Language } from './codes.ts';
import type { Text } from './messages/texts.ts';

/*
 * How the tables of members declare a member of a request. A member has a shape, which is its JSON
 * type and the only thing that the check of a body looks at, and keywords of JSON Schema, which are
 * its meaning and its valid values. Every member is optional and nullable, and an object allows no
 * other members. A request with other values is accepted if its JSON types are right, but the
 * invoice then fails with a finding. The documented schema of an object has both, so it is stricter
 * than its shape.
 */

/** The meaning and the valid values of a member. */
export type Keywords = {
  /**
   * The name of a member of an invoice or of a line in messages. Other members are named by their
   * own names.
   */
  readonly name?: Text;
  readonly description: string;
  /** Whether an invoice without this member fails. */
  readonly required?: true;
  readonly enum?: readonly string[];
  readonly format?: 'date';
  readonly pattern?: string;
  readonly maxLength?: number;
  /** Whether a text can contain line breaks. */
  readonly multiline?: true;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Of a decimal: the most digits after the point. */
  readonly decimals?: number;
  readonly examples?: readonly (string | number | boolean)[];
  /**
   * The member of version 2 that says the same and more. A member with one is kept for version 1's
   * sake, and documents and examples of version 2 do not use it. It is not `deprecated`, which
   * announces a removal (docs/api-v2.md, versioning policy) and lets compilers report its use.
   */
  readonly older?: string;
  readonly passThrough?: PassThrough;
};

/**
 * What becomes of a text that an invoice or a line only passes on: no rule depends on it. It is
 * stored, answered, printed with a label and stated in electronic invoices as it is.
 */
export type PassThrough = {
  /** Its name in the stored document: in the `references` of an invoice, or in a line. */
  readonly stored: string;
  /** The version of the document that added it. */
  readonly since: DocumentVersion;
  /** Its description in answers. */
  readonly answered: string;
  /** Its business term in EN 16931. The writers of UBL and of CII place it in their documents. */
  readonly term: `BT-${number}`;
  /** Its label on the page. */
  readonly label: Readonly<Record<Language, string>>;
  /**
   * Its label in the additional information of Facturae, if it is not the Spanish one of the page.
   */
  readonly facturae?: string;
};

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

export type Member<Shape extends TSchema = TSchema> = Keywords & {
  readonly shape: Shape;
  /** The documented schema of an object, or of the items of a list. */
  readonly nested?: Schema;
};
type Members = Readonly<Record<string, Member>>;
type Nullable<T extends TSchema> = TOptional<TUnion<[T, TNull]>>;

/**
 * A member with its keywords. The keywords of a member of version 1 can be given with its shape,
 * which does not count.
 */
type Declared<K extends Keywords, Shape extends TSchema> = Omit<K, 'shape' | 'nested'> & {
  readonly shape: Shape;
  readonly nested?: Schema;
};

function member<Shape extends TSchema, const K extends Keywords>(
  shape: Shape,
  keywords: K,
  nested?: Schema,
): Declared<K, Nullable<Shape>> {
  const nullable = Type.Optional(Type.Union([shape, Type.Null()]));
  return { ...keywords, shape: nullable, ...(nested !== undefined && { nested }) };
}

export const text = <const K extends Keywords>(keywords: K) => member(Type.String(), keywords);
export const flag = <const K extends Keywords>(keywords: K) => member(Type.Boolean(), keywords);
export const number = <const K extends Keywords>(keywords: K) => member(Type.Number(), keywords);
export const integer = <const K extends Keywords>(keywords: K) =>
  member(Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }), keywords);
/** A JSON number or the same decimal as a string. */
export const decimal = <const K extends Keywords>(
  keywords: K,
): Declared<K, TOptional<TUnion<[TNumber, TString, TNull]>>> => ({
  ...keywords,
  shape: Type.Optional(Type.Union([Type.Number(), Type.String(), Type.Null()])),
});
/** A list of texts. @param maxLength of each. */
export const texts = <const K extends Keywords>(maxLength: number, keywords: K) =>
  member(Type.Array(Type.String()), keywords, { type: 'string', maxLength });

/** An object in both of its forms. */
type ObjectForms<Shape extends TSchema> = {
  /** What the check of a body looks at. */
  readonly shape: Shape;
  /** What authors of clients read. */
  readonly schema: Schema;
};
export const nested = <Shape extends TSchema, const K extends Keywords>(
  { shape, schema }: ObjectForms<Shape>,
  keywords: K,
) => member(shape, keywords, schema);
/** A list of objects. */
export const list = <Shape extends TSchema, const K extends Keywords>(
  { shape, schema }: ObjectForms<Shape>,
  keywords: K,
) => member(Type.Array(shape), keywords, schema);

type ShapesOf<M extends Members> = { -readonly [Name in keyof M]: M[Name]['shape'] };
type Described<M extends Members> = ObjectForms<TObject<ShapesOf<M>>> & { readonly members: M };

const closed = { additionalProperties: false };

/** An object with these members, in this order. @param title of its documented schema. */
export function object<M extends Members>(title: string, description: string, members: M): Described<M> {
  const entries = Object.entries(members);
  const shapes = Object.fromEntries(entries.map(([name, { shape }]) => [name, shape])) as ShapesOf<M>;
  return {
    members,
    shape: Type.Object(shapes, closed),
    schema: {
      title,
      description,
      type: 'object',
      required: entries.filter(([, { required }]) => required).map(([name]) => name),
      properties: Object.fromEntries(entries.map(([name, one]) => [name, describeMember(one)])),
      ...closed,
    },
  };
}

function describeMember({
  shape,
  nested: inner,
  name: _name,
  multiline: _multiline,
  passThrough: _passThrough,
  older,
  ...keywords
}: Member): Schema {
  const { description: meaning, examples, required = false, decimals, ...limits } = keywords;
  const description = older === undefined ? meaning : `${meaning} ${describeOlder(older)}`;
  const shown = examples !== undefined && { examples };
  const annotations = { description, ...shown };
  // The last one is null.
  const types = (shape as unknown as { readonly anyOf: readonly [Schema, ...Schema[]] }).anyOf;
  if (types.length > 2) {
    // Generators apply every keyword beside a list of types to each of them, a pattern to numbers, too.
    const pattern = patternOf(decimals!, limits.minimum ?? limits.exclusiveMinimum);
    const choices = [
      { type: 'number', ...limits },
      { type: 'string', pattern },
    ];
    return { ...annotations, anyOf: required ? choices : [...choices, { type: 'null' }] };
  }
  const [first] = types;
  const base =
    inner === undefined ? first : first['type'] === 'array' ? { type: 'array', items: inner } : inner;
  if (required) return { ...base, description, ...limits, ...shown };
  const whole: Schema = { ...base, ...limits };
  // Generators turn a null among the values of an enumeration into a value with the name null, or
  // fail.
  return whole['enum'] !== undefined || whole['title'] !== undefined
    ? { ...annotations, anyOf: [whole, { type: 'null' }] }
    : { ...whole, ...annotations, type: [whole['type'], 'null'] };
}

/** Says that a member has another one in its place. */
const describeOlder = (successor: string) =>
  `Kept for programs of version 1: \`${successor}\` stands in its place.`;

/** Returns the pattern of a decimal as a string. @param minimum below 0 it can have a sign. */
function patternOf(decimals: number, minimum = -1): string {
  const fraction = decimals === 0 ? '' : `(\\.[0-9]{1,${decimals}})?`;
  return `^${minimum < 0 ? '-?' : ''}[0-9]{1,12}${fraction}$`;
}

/** Returns the names of members in messages. */
export function namesOf<Name extends string>(
  members: Readonly<Record<Name, { readonly name: Text }>>,
): Readonly<Record<Name, Text>> {
  const entries = Object.entries<{ readonly name: Text }>(members);
  return Object.fromEntries(entries.map(([key, { name }]) => [key, name])) as Record<Name, Text>;
}
