import type { ApiVersion } from '../../contracts/codes.ts';
import { describeEventBody, WEBHOOK_EVENTS } from '../../contracts/webhooks.ts';
import { type Operation, type Schema, type WithWebhooks } from './openapi.ts';

export const WEBHOOKS_TAG = {
  name: 'Webhooks',
  description:
    'Requests that the engine sends to the endpoints of an organization. They follow the Standard Webhooks specification. The operator of the engine adds an endpoint and gives its secret to the receiver, or a program adds it through version 2 of the API.\n\n' +
    '**The form of `data` has a version**, which each endpoint states (`payload_version`) and each message repeats (`version`). In version 1 the members are named `invoice_batch` and `batch_invoice`, in version 2 `batch` and `invoice`. The document of version 1 of the API describes payloads of version 1, that of version 2 those of version 2.\n\n' +
    '**Verify each message** before you parse it. The signed text is `webhook-id`, `webhook-timestamp` and the bytes of the body as received, joined by dots. Compute the HMAC-SHA256 of that text with the key that follows `whsec_` in the secret, encoded as base64. Compare the result, encoded as base64 and in constant time, with the text that follows `v1,` in each signature of `webhook-signature`; one match is enough. Refuse a message whose `webhook-timestamp` is more than five minutes away from your clock. Libraries of the specification do all of this. There is no other authentication.\n\n' +
    '**Answer 2xx** within ten seconds, and do the work afterwards. An event can arrive more than once, each time with the same `webhook-id`. Ignore event types and members that you do not know, because later versions can add some. `docs/webhooks.md`, which comes with the engine, contains example receivers, the order of events and the schedule of attempts.',
  externalDocs: {
    description: 'The Standard Webhooks specification and its libraries',
    url: 'https://www.standardwebhooks.com/',
  },
};

/** Headers of every message, by their name in `components.parameters`. */
const PARAMETERS: Readonly<Record<string, Schema>> = {
  WebhookId: header('webhook-id', {
    description:
      'Id of the event. It is the same in every attempt and when the event is sent again on demand.',
    schema: { type: 'string', format: 'uuid', examples: ['3f0f8d4e-5b0e-4c44-9a52-2f6d3c1f7a10'] },
  }),
  WebhookTimestamp: header('webhook-timestamp', {
    description: 'When this attempt was signed: seconds since 1970-01-01T00:00:00Z.',
    schema: { type: 'integer', minimum: 0, examples: [1_795_167_000] },
  }),
  WebhookSignature: header('webhook-signature', {
    description:
      'One signature, or two separated by a space while the secret is being replaced. Each is `v1,` followed by the HMAC-SHA256 as base64.',
    schema: {
      type: 'string',
      pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$',
      examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
    },
  }),
  WebhookUserAgent: header('user-agent', {
    description: 'Name of the engine; it is always the same.',
    schema: { type: 'string', enum: ['invoice-batch-engine'] },
  }),
};

/** How the engine handles the answers of a receiver. */
const RESPONSES = {
  '2XX': {
    description:
      'The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body.',
  },
  '410': {
    description:
      'The endpoint no longer exists. The engine disables it immediately and sends it no events until the operator enables it again.',
  },
  '429': {
    description:
      'The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours).',
  },
  '503': {
    description:
      'The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours).',
  },
  default: {
    description:
      'The attempt has failed: the answer has any other status or is a redirect (the engine follows none), the connection broke, or there was no answer within ten seconds. The engine repeats the attempt after 5 seconds and then at growing intervals of up to three hours. It gives up after three days.',
  },
};

/**
 * Adds the section `webhooks` with one request per event that the engine sends. The document of
 * each version of the API describes payloads of the same version.
 */
export function describeWebhooks<D extends { readonly components: Readonly<Record<string, Schema>> }>(
  document: D,
  version: ApiVersion,
): D & WithWebhooks {
  const webhooks = Object.fromEntries(
    WEBHOOK_EVENTS.map((type) => [
      type,
      { post: describeEvent(type, describeEventBody(type, version) as unknown as Schema) },
    ]),
  );
  return { ...document, webhooks, components: { ...document.components, parameters: PARAMETERS } };
}

function describeEvent(type: string, schema: Schema): Operation {
  const operation = {
    operationId: `on${String(schema['title']).replace(/Event$/, '')}`,
    summary: type,
    description: schema['description'],
    tags: [WEBHOOKS_TAG.name],
    security: [],
    parameters: Object.keys(PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: RESPONSES,
  };
  return operation;
}

function header(name: string, { description, schema }: { description: string; schema: Schema }): Schema {
  return { name, in: 'header', required: true, description, schema };
}
