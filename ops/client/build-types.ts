import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { FORMATS } from '../../src/contracts/electronic-formats.ts';

const HEADING =
  '/* Generated from src/generated/openapi-v2.json by `npm run client:generate`; do not edit. */\n\n';

type Member = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly anyOf?: readonly Member[];
  readonly items?: Member;
  readonly properties?: Readonly<Record<string, Member>>;
  readonly additionalProperties?: Member | boolean;
};
/** The part of the OpenAPI document that contains the members. */
export type Described = { readonly components: { readonly schemas: Readonly<Record<string, unknown>> } };

/**
 * Builds the TypeScript types of the API, without error answers and headers: the client reports
 * errors as an EngineError, and programs see no headers.
 */
export async function buildSchema(document: Described): Promise<string> {
  const nodes = await openapiTypescript(JSON.parse(JSON.stringify(document, prepare)) as OpenAPI3);
  return `${HEADING}${astToString(nodes)}`.replaceAll(JSON.stringify(ANY_OTHER), '(string & {})');
}

/** Stands for the values that later versions add to an enumeration of answers. */
const ANY_OTHER = 'any other value';

/**
 * Prepares a part of the document. The types of answers have the members that this version has; a
 * program can still read an answer with more. An open enumeration is its known values or another
 * text, in the form in which TypeScript keeps the known values for completion.
 */
function prepare(name: string, value: unknown): unknown {
  const kept = keepSuccess(name, value);
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return kept;
  const { 'x-extensible-enum': values, ...schema } = kept as Readonly<Record<string, unknown>>;
  if ('properties' in schema && schema['additionalProperties'] === true)
    delete (schema as { additionalProperties?: unknown }).additionalProperties;
  const types = [schema['type']].flat();
  if (!Array.isArray(values) || !types.includes('string')) return schema;
  const { type: _type, ...rest } = schema;
  const known = { type: 'string', enum: [...(values as unknown[]), ANY_OTHER] };
  return types.includes('null') ? { ...rest, anyOf: [known, { type: 'null' }] } : { ...rest, ...known };
}

/** Leaves out the answers of operations with an error, and the headers of the others. */
function keepSuccess(name: string, value: unknown): unknown {
  if (name === 'headers') return undefined;
  if (name !== 'responses') return value;
  const answers = Object.entries(value as Readonly<Record<string, unknown>>);
  return Object.fromEntries(answers.filter(([status]) => status.startsWith('2')));
}

/**
 * Builds the members of an invoice and its lines by their paths, with the types of their values,
 * which the reader of tables needs at run time. `recipients[].name` stands for every item of the
 * list, `metadata.*` for any name.
 */
export function buildMembers({ components: { schemas } }: Described): string {
  const read = (name: string) => schemas[name] as Member;
  const write = (name: string, constant: string, left: string | null) => {
    const members = Object.entries(read(name).properties ?? {})
      .filter(([member]) => member !== left)
      .flatMap(([member, described]) => listPaths(member, described, read));
    const rows = members.map(([path, type]) => `  ${/^\w+$/.test(path) ? path : `'${path}'`}: '${type}',\n`);
    return `export const ${constant}: Readonly<Record<string, MemberType>> = {\n${rows.join('')}};\n`;
  };
  return [
    `${HEADING}export type MemberType = 'string' | 'date' | 'decimal' | 'integer' | 'boolean';\n`,
    write('InvoiceInput', 'INVOICE_MEMBERS', 'lines'),
    write('InvoiceLineInput', 'LINE_MEMBERS', null),
  ].join('\n');
}

/** Builds the extensions of the files of electronic formats, which are those of the API. */
export function buildExtensions(): string {
  const rows = Object.entries(FORMATS).map(([format, { extension }]) => `  ${format}: '${extension}',\n`);
  return `${HEADING}export const EXTENSIONS = {\n${rows.join('')}} as const;\n`;
}

/** Lists the paths of the values in a member. */
function listPaths(path: string, described: Member, read: (name: string) => Member): [string, string][] {
  const member = described.anyOf?.find(({ type }) => type !== 'null') ?? described;
  if (member.$ref !== undefined) return listPaths(path, read(member.$ref.split('/').at(-1)!), read);
  const types = [member.type ?? []].flat().filter((type) => type !== 'null');
  if (types.includes('array')) return listPaths(`${path}[]`, member.items ?? {}, read);
  if (member.properties !== undefined)
    return Object.entries(member.properties).flatMap(([name, own]) =>
      listPaths(`${path}.${name}`, own, read),
    );
  if (types.includes('object')) return listPaths(`${path}.*`, member.additionalProperties as Member, read);
  if (types.includes('number')) return [[path, 'decimal']];
  return [[path, member.format === 'date' ? 'date' : types[0]!]];
}
