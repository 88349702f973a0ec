import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';

const HEADING =
  '/* Made from src/contracts/openapi.json by `npm run client:generate`: not written by hand. */\n\n';

type Member = { readonly type?: string | readonly string[]; readonly anyOf?: readonly Member[] };
type Shape = { readonly properties: Readonly<Record<string, Member>> };
/** The part of the OpenAPI document that contains the members. */
export type Described = { readonly components: { readonly schemas: Readonly<Record<string, unknown>> } };

/** Builds the TypeScript types of the API. */
export async function buildSchema(document: Described): Promise<string> {
  const nodes = await openapiTypescript(document as unknown as OpenAPI3);
  return `${HEADING}${astToString(nodes)}`;
}

/** Builds the members of an invoice and its lines with their JSON types, which the reader of tables needs at run time. */
export function buildMembers({ components: { schemas } }: Described): string {
  const list = (name: string) =>
    Object.entries((schemas[name] as Shape).properties)
      .map(([member, { type, anyOf = [] }]) => {
        const types = [type, ...anyOf.map((choice) => choice.type)].flat();
        return { member, type: types.find((one) => one !== undefined && one !== 'null') };
      })
      .filter(({ type }) => type !== 'array')
      .map(({ member, type }) => `  ${member}: '${type}',\n`)
      .join('');
  return [
    `${HEADING}export type MemberType = 'string' | 'number' | 'integer' | 'boolean';\n`,
    `export const INVOICE_MEMBERS: Readonly<Record<string, MemberType>> = {\n${list('InvoiceInput')}};\n`,
    `export const LINE_MEMBERS: Readonly<Record<string, MemberType>> = {\n${list('InvoiceLineInput')}};\n`,
  ].join('\n');
}
