import { type TObject, type TSchema, Type } from 'typebox';
import { suggestMember } from '../../accept/suggest-member.ts';
import { ApiError, describeRefusal } from '../../contracts/api-error.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { writePointer } from '../../contracts/v2/details.ts';
import type { Selection } from '../../domain/reading/selection.ts';

/*
 * The parameter `fields`, with which a client asks for some members of an answer. Such an answer
 * has a media type and a schema of its own, so that the schema of the whole answer still requires
 * every member (ops/adr/0081).
 */

/** The media type of an answer with the members that a client asked for. */
export const PARTIAL_TYPE = 'application/vnd.invoice-engine.partial+json';

const MAX_LENGTH = 2000;
/** How deep a member can be that is asked for by itself: `totals.base`. */
const DEPTH = 2;

/** The parameter `fields` of a route. */
export const FieldsParameter = Type.Object({
  fields: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_LENGTH,
      pattern: String.raw`\S`,
      description:
        'Names of the members that the answer shall have, separated by commas: `invoice_number,recipient.name,totals`. A name with a dot is a member of an object or of the objects in a list. `id` is always there. What is not asked for is not read, so the answer is faster. ' +
        `Such an answer has the media type \`${PARTIAL_TYPE}\` and a schema of its own, in which only \`id\` is required. Generated clients that know only \`application/json\` are made for whole answers: use \`fields\` with a client that chooses the type by \`Content-Type\`, or read its answers as plain JSON.`,
    }),
  ),
});
export type FieldsQuery = { readonly fields?: string };

type Node = TSchema & {
  readonly description?: string;
  readonly title?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
};

/** Returns what a schema describes beside null: an object with members, or a list. */
function open(schema: Node): Node {
  return schema.anyOf?.find(({ properties, items }) => properties ?? items) ?? schema;
}

/**
 * Reads the members that a client asks for.
 * @param schema of the object that has them.
 * @returns null if the client asks for all.
 * @throws 400 for a name that the object does not have, with the one that was probably meant.
 */
export function readFields({ fields }: FieldsQuery, schema: TObject): Selection | null {
  if (fields === undefined) return null;
  return fields
    .split(',')
    .map((name) => name.trim())
    .reduce<Selection>((selected, name) => merge(selected, readPath(name, schema)), { id: true });
}

/** Reads `totals.base` as `{ totals: { base: true } }`. */
function readPath(name: string, root: Node): Selection {
  const steps = name.split('.');
  // The place in the schema, with a step into each list.
  const place: string[] = [];
  let node: Node | undefined = root;
  if (steps.length > DEPTH) throw refuse(name, null);
  for (const step of steps) {
    node = open(node);
    if (node.items !== undefined) {
      place.push('0');
      node = open(node.items);
    }
    place.push(step);
    const { properties }: Node = node;
    node = properties !== undefined && Object.hasOwn(properties, step) ? properties[step] : undefined;
    if (node === undefined) throw refuse(name, suggest(root, place));
  }
  return steps.reduceRight<Selection | true>((inner, step) => ({ [step]: inner }), true) as Selection;
}

function suggest(root: Node, place: readonly string[]): string | null {
  const member = suggestMember(root, place);
  if (member === null) return null;
  const steps = [...place.slice(0, -1).filter((step) => step !== '0'), ...member.split('.')];
  return steps.slice(0, DEPTH).join('.');
}

const MAX_SHOWN = 80;

function refuse(name: string, suggestion: string | null): ApiError {
  const shown = name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
  const text =
    suggestion === null
      ? formatMessage('not_allowed')
      : formatMessage('did_you_mean', { member: suggestion });
  return new ApiError({
    ...describeRefusal('unknown_field', { name: JSON.stringify(shown), says: text }),
    members: [
      { path: writePointer(shown.split('.')), code: 'unknown_member', message: text, aeatCode: null },
    ],
  });
}

function merge(one: Selection, other: Selection): Selection {
  const merged: Record<string, Selection | true> = { ...one };
  for (const [name, inner] of Object.entries(other)) {
    const known = Object.hasOwn(one, name) ? one[name]! : null;
    merged[name] = known === null ? inner : known === true || inner === true ? true : merge(known, inner);
  }
  return merged;
}

/**
 * Returns the schema of an object of which a client asked for some members: `id` and any others,
 * whose objects can have any of their members, too.
 */
export function partialOf(schema: TObject): TObject {
  return relax(schema, 1) as TObject;
}

function relax(schema: Node, depth: number): Node {
  const { anyOf, items, properties, title, description } = schema;
  if (depth > DEPTH) return schema;
  if (anyOf !== undefined) return { ...schema, anyOf: anyOf.map((each) => relax(each, depth)) };
  if (items !== undefined) return { ...schema, items: relax(items, depth) };
  if (properties === undefined) return schema;
  const members = Object.entries(properties).map(([name, member]) => {
    const inner = relax(member, depth + 1);
    return [name, depth === 1 && name === 'id' ? inner : Type.Optional(inner)] as const;
  });
  return Type.Object(Object.fromEntries(members), {
    additionalProperties: false,
    ...(title !== undefined && { title: `Partial${title}` }),
    ...(description !== undefined && { description }),
  });
}

/** Describes an answer of which a client can ask for some members. */
export function describeSelectable(description: string, whole: TSchema, partial: TSchema) {
  return {
    description,
    content: { 'application/json': { schema: whole }, [PARTIAL_TYPE]: { schema: partial } },
  };
}
