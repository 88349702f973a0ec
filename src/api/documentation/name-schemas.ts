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
 * Moves every schema with a title to `components.schemas` under that title and replaces it by a
 * reference, because generators create named types from there. A choice between a type and null
 * becomes one schema with two types, which generators understand better. A choice between an
 * enumeration and null stays a choice.
 * @throws Error if two different schemas have the same title.
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
  // The description of the schema repeats that of the answer, which the document already contains.
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
  // For a null among the values of an enumeration, generators create a value named null or fail.
  return one.enum === undefined ? { ...one, ...rest, type: [one.type, 'null'] } : schema;
}
