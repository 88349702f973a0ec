import {
  type Answer,
  type Media,
  mapAllOperations,
  mapValues,
  type OpenApi,
  type Operation,
  type Schema,
  type WithWebhooks,
} from './openapi.ts';

/** The keyword with the known values of an enumeration to which later versions can add values. */
export const EXTENSIBLE_ENUM = 'x-extensible-enum';

/**
 * Opens the schemas of what the engine sends, which are its answers and its webhooks: objects can
 * have further members and enumerations further values, so that a client that validates by the
 * document accepts what a later version adds (ops/adr/0074). Requests stay closed.
 */
export function openAnswers<D extends OpenApi & WithWebhooks>(document: D): D {
  return {
    ...document,
    paths: mapAllOperations({ ...document, webhooks: {} }, openOperation).paths,
    webhooks: mapValues(document.webhooks, (methods) => mapValues(methods, openEvent)),
  };
}

function openOperation(operation: Operation): Operation {
  const responses = mapValues(operation.responses, (answer): Answer =>
    answer.content ? { ...answer, content: openContent(answer.content) } : answer,
  );
  return { ...operation, responses };
}

/** Opens the body of a webhook, which the engine sends as a request. */
function openEvent(operation: Operation): Operation {
  const { requestBody } = operation;
  if (requestBody === undefined) return operation;
  return { ...operation, requestBody: { ...requestBody, content: openContent(requestBody.content) } };
}

function openContent(content: Readonly<Record<string, Media>>): Record<string, Media> {
  return mapValues(content, (media) => ({ ...media, schema: openSchema(media.schema) }));
}

/**
 * Opens one schema. `additionalProperties` is stated, because some generators take its absence for
 * false. An enumeration becomes its type, which every generator reads, with its known values as an
 * extension. An enumeration of one value is a constant, such as the type of an event, and stays.
 */
function openSchema(schema: Schema): Schema {
  const {
    properties,
    items,
    anyOf,
    enum: values,
    ...rest
  } = schema as Schema & {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
    readonly anyOf?: readonly Schema[];
    readonly enum?: readonly unknown[];
  };
  return {
    ...rest,
    ...(values !== undefined && describeValues(values, rest)),
    ...(anyOf && { anyOf: anyOf.map(openSchema) }),
    ...(items && { items: openSchema(items) }),
    ...(properties && { properties: mapValues(properties, openSchema), additionalProperties: true }),
  };
}

function describeValues(values: readonly unknown[], { examples }: Schema): Schema {
  if (values.length === 1) return { enum: values };
  return { examples: examples ?? [values[0]], [EXTENSIBLE_ENUM]: values };
}
