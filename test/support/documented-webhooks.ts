import { readFileSync } from 'node:fs';
import type { ApiVersion } from '../../src/contracts/codes.ts';
import type { PayloadVersion } from '../../src/contracts/webhooks.ts';
import { closeAnswers } from './close-answers.ts';
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

/** The headers of every HTTP request with a JSON body. */
const OF_HTTP = ['host', 'connection', 'content-type', 'content-length'];

/**
 * The webhooks of the committed OpenAPI documents by the version of the API and the type of the
 * event, with all references replaced.
 */
export const DOCUMENTED_WEBHOOKS: Readonly<Record<ApiVersion, Readonly<Record<string, DocumentedWebhook>>>> =
  { 1: readWebhooks('openapi-v1.json'), 2: readWebhooks('openapi-v2.json') };

function readWebhooks(name: string): Record<string, DocumentedWebhook> {
  const text = readFileSync(new URL(`../../src/generated/${name}`, import.meta.url), 'utf8');
  const { webhooks } = closeAnswers(
    dereference(
      JSON.parse(text) as {
        readonly webhooks: Readonly<Record<string, { readonly post: DocumentedWebhook }>>;
      },
    ),
  );
  return Object.fromEntries(Object.entries(webhooks).map(([type, { post }]) => [type, post]));
}

/**
 * Returns the errors of an event's body against the document of its version. Members that the
 * document does not list are errors, too.
 */
export function findEventErrors(body: unknown): string[] {
  const { type, version } = body as { readonly type: string; readonly version: PayloadVersion };
  const webhook = DOCUMENTED_WEBHOOKS[version]?.[type];
  if (webhook === undefined) return [`no document has the event ${type} in version ${version}`];
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
  const parameters = DOCUMENTED_WEBHOOKS[2][event.type]?.parameters ?? [];
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
