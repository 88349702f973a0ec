import { isDeepStrictEqual } from 'node:util';
import {
  type Answer,
  type Media,
  type OpenApi,
  type Operation,
  mapAllOperations,
  mapValues,
  type Schema,
  type WithWebhooks,
} from './openapi.ts';

/**
 * Gives every schema that has a title its place in `components.schemas`, by that title, and refers to it: what generators make types with names from.
 * "This or null" becomes one schema of two types, which they understand better than a choice; of an enumeration or null the choice stays.
 * @throws where two schemas have one title.
 */
export function nameSchemas<D extends OpenApi & WithWebhooks>(document: D): D {
  const named: Record<string, Schema> = {};

  function name(schema: Schema): Schema {
    const inner = mergeNull(mapSchemas(schema, name));
    const { title, ...rest } = inner;
    if (typeof title !== 'string') return inner;
    const known = (named[title] ??= rest);
    if (!isDeepStrictEqual(known, rest)) {
      throw new Error(`two schemas of the OpenAPI document are named ${title}`);
    }
    return { $ref: `#/components/schemas/${title}` };
  }
  const nameMedia = (media: Media): Media => ({ ...media, schema: name(media.schema) });
  // Its description tells when the answer is given, and stands there already.
  const nameAnswer = (media: Media): Media => {
    const { description: _when, ...schema } = media.schema;
    return nameMedia({ ...media, schema });
  };
  const nameOperation = ({ requestBody, ...operation }: Operation): Operation => ({
    ...operation,
    ...(requestBody && {
      requestBody: { ...requestBody, content: mapValues(requestBody.content, nameMedia) },
    }),
    responses: mapValues(operation.responses, (answer): Answer =>
      answer.content ? { ...answer, content: mapValues(answer.content, nameAnswer) } : answer,
    ),
  });
  const changed = mapAllOperations(document, nameOperation);
  const schemas = Object.fromEntries(
    Object.entries(named).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  return { ...changed, components: { ...document.components, schemas } };
}

function mapSchemas(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
  };
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, change) }),
    ...(items && { items: change(items) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
  };
}

function mergeNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema as { anyOf?: readonly { type?: string; enum?: readonly unknown[] }[] };
  const [one, other, ...more] = anyOf ?? [];
  if (typeof one?.type !== 'string' || other?.type !== 'null' || more.length > 0) return schema;
  // Of a null among the values of an enumeration generators make a value that is called null, or fail.
  return one.enum === undefined ? { ...one, ...rest, type: [one.type, 'null'] } : schema;
}
