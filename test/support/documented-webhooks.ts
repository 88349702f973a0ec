import { readFileSync } from 'node:fs';
import { dereference } from './dereference.ts';
import { findSchemaErrors } from './documented-answers.ts';

type Schema = Record<string, unknown>;
type Parameter = { readonly name: string; readonly in: string; readonly schema: Schema };
/** The part of the OpenAPI document about one event. */
type DocumentedWebhook = {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
};

const DOCUMENT = new URL('../../src/generated/openapi-v1.json', import.meta.url);
/** The headers of every HTTP request with a JSON body. */
const OF_HTTP = ['host', 'connection', 'content-type', 'content-length'];

/**
 * Reads the webhooks of the committed OpenAPI document, by event type, with all references
 * replaced.
 */
export const DOCUMENTED_WEBHOOKS: Readonly<Record<string, DocumentedWebhook>> = Object.fromEntries(
  Object.entries(
    dereference(
      JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
        readonly webhooks: Readonly<Record<string, { readonly post: DocumentedWebhook }>>;
      },
    ).webhooks,
  ).map(([type, { post }]) => [type, post]),
);

/**
 * Returns the errors of an event's body against the document. Members that the document does not
 * list are errors, too.
 */
export function findEventErrors(body: unknown): string[] {
  const { type } = body as { readonly type: string };
  const webhook = DOCUMENTED_WEBHOOKS[type];
  if (webhook === undefined) return [`the document has no event ${type}`];
  return findSchemaErrors(close(webhook.requestBody.content['application/json'].schema), body);
}

/**
 * Returns the errors of a message's headers and body against the document; empty if it is as
 * documented.
 */
export function findWebhookErrors(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
): string[] {
  const event = JSON.parse(body) as { readonly type: string };
  const parameters = DOCUMENTED_WEBHOOKS[event.type]?.parameters ?? [];
  const names = new Set([...OF_HTTP, ...parameters.map(({ name }) => name)]);
  return [
    ...findEventErrors(event),
    ...Object.keys(headers).flatMap((name) => (names.has(name) ? [] : [`header ${name} is not documented`])),
    ...parameters.flatMap(({ name, schema }) => {
      const value = headers[name];
      const read = schema['type'] === 'integer' ? Number(value) : value;
      return findSchemaErrors(schema, read).map((error) => `header ${name}: ${error}`);
    }),
  ];
}

function close(schema: Schema): Schema {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, Schema>> };
  if (properties === undefined) return schema;
  const members = Object.entries(properties).map(([name, member]) => [name, close(member)]);
  return { ...schema, properties: Object.fromEntries(members) as Schema, additionalProperties: false };
}
