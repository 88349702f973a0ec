import type { TSchema } from 'typebox';

type Member = { readonly name: string; readonly types: readonly string[] };
type Shape = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
};

/**
 * Lists the members of all objects in a schema, with the JSON types that each can have. A name can
 * occur several times.
 */
export function listMembers(schema: TSchema): Member[] {
  const { properties = {}, items, anyOf = [] } = schema as Shape;
  const inner = [...anyOf, ...(items === undefined ? [] : [items])].flatMap(listMembers);
  const own = Object.entries(properties).flatMap(([name, member]) => [
    { name, types: typesOf(member) },
    ...listMembers(member),
  ]);
  return [...own, ...inner];
}

function typesOf(schema: TSchema): string[] {
  const { type, anyOf = [] } = schema as Shape;
  return type === undefined ? anyOf.flatMap(typesOf) : [type];
}
