import type { Described } from './build-types.ts';

const TYPING = ['Any', 'Dict', 'List', 'Literal', 'Optional', 'TypedDict', 'Union'];

const buildHeading = (words: ReadonlySet<string>): string => `\
# Generated from src/generated/openapi-v2.json by \`npm run client:generate\`; do not edit.
"""Shapes of requests and answers. Members that may be absent are in classes with \`\`total=False\`\`."""

from __future__ import annotations

from decimal import Decimal
from typing import ${TYPING.filter((name) => words.has(name)).join(', ')}
`;

/** The keywords of Python that can be names of members. A class cannot declare them. */
const KEYWORDS = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  /** The known values of an enumeration of answers; later versions can add values. */
  readonly 'x-extensible-enum'?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
};

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  object: 'Dict[str, Any]',
};

/**
 * Builds Python's types of the named schemas of the API: one TypedDict for each object. If only
 * some of its members are optional, the required ones are in a base class.
 */
export function buildPythonTypes({ components: { schemas } }: Described): string {
  const classes = Object.entries(schemas as Readonly<Record<string, Schema>>)
    .filter(([, { properties }]) => properties !== undefined)
    .flatMap(([name, schema]) => buildClasses(name, schema))
    .join('\n');
  const format = nameValues(
    (schemas['DocumentFormat'] as Schema).properties!['format']!['x-extensible-enum']!,
  );
  return `${buildHeading(new Set(classes.split(/\W+/)))}\n# Electronic formats.\nFormat = ${format}\n\n${classes}`;
}

function buildClasses(name: string, { properties = {}, required = [] }: Schema): string[] {
  const members = Object.entries(properties);
  const needed = members.filter(([member]) => required.includes(member));
  const optional = members.filter(([member]) => !required.includes(member));
  if (needed.length === 0) return [buildClass(name, 'TypedDict, total=False', optional)];
  if (optional.length === 0) return [buildClass(name, 'TypedDict', needed)];
  return [
    buildClass(`_${name}Required`, 'TypedDict', needed),
    buildClass(name, `_${name}Required, total=False`, optional),
  ];
}

function buildClass(name: string, bases: string, members: readonly (readonly [string, Schema])[]): string {
  if (members.some(([member]) => KEYWORDS.has(member))) return buildCall(name, bases, members);
  const lines = members.map(([member, schema]) => `    ${member}: ${nameType(schema)}`);
  return [`\nclass ${name}(${bases}):`, ...(lines.length > 0 ? lines : ['    pass']), ''].join('\n');
}

/**
 * Builds a TypedDict with any names of members, as a call of TypedDict.
 * @throws Error if it extends another one, which a call cannot.
 */
function buildCall(name: string, bases: string, members: readonly (readonly [string, Schema])[]): string {
  const [base, ...total] = bases.split(', ');
  if (base !== 'TypedDict')
    throw new Error(`${name} has optional members with keywords of Python as names beside required members`);
  const lines = members.map(([member, schema]) => `        "${member}": ${nameType(schema)},`);
  const last = total.map((setting) => `    ${setting},`);
  return [`\n${name} = TypedDict(`, `    "${name}",`, '    {', ...lines, '    },', ...last, ')', ''].join(
    '\n',
  );
}

function nameType(schema: Schema): string {
  if (schema.$ref !== undefined) return `"${schema.$ref.split('/').at(-1)}"`;
  if (schema.enum !== undefined) return nameValues(schema.enum);
  if (schema.const !== undefined) return `Literal[${JSON.stringify(schema.const)}]`;
  if (schema.anyOf !== undefined) {
    const choices = schema.anyOf.map(nameChoice);
    // A number that can also be a string is a decimal.
    return joinTypes(
      choices.includes('float') && choices.includes('str') ? ['Decimal', ...choices] : choices,
    );
  }
  const { type, 'x-extensible-enum': known } = schema;
  if (type === undefined) return 'Any';
  return joinTypes([
    ...(known === undefined ? [] : [nameValues(known)]),
    ...[type].flat().map((one) => (one === 'null' ? null : nameSimple(one, schema))),
  ]);
}

function nameValues(values: readonly unknown[]): string {
  return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}

function nameChoice(schema: Schema): string | null {
  return schema.type === 'null' ? null : nameType(schema);
}

function nameSimple(type: string, { items, additionalProperties }: Schema): string {
  if (type === 'array') return `List[${items === undefined ? 'Any' : nameType(items)}]`;
  if (type === 'object' && typeof additionalProperties === 'object')
    return `Dict[str, ${nameType(additionalProperties)}]`;
  return SIMPLE[type] ?? 'Any';
}

/** Joins the types of a union. @param types null stands for the value null. */
function joinTypes(types: readonly (string | null)[]): string {
  const named = [...new Set(types.filter((type) => type !== null))];
  const union = named.length === 1 ? named[0]! : `Union[${named.join(', ')}]`;
  return types.includes(null) ? `Optional[${union}]` : union;
}
