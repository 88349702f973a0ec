import { type Static, Type } from 'typebox';
import { instant, nullable, wordOf } from '../answers.ts';
import {
  DEFAULT_PAYLOAD_VERSION,
  DEFAULT_SECRET_HOURS,
  MAX_SECRET_HOURS,
  PAYLOAD_VERSIONS,
  type PayloadVersion,
  WEBHOOK_EVENTS,
} from '../webhooks.ts';

/* The requests and answers of version 2 about webhook endpoints. */

const closed = { additionalProperties: false };

const EventTypes = Type.Union(
  [
    Type.Array(wordOf(WEBHOOK_EVENTS), { minItems: 1, maxItems: WEBHOOK_EVENTS.length, uniqueItems: true }),
    Type.Null(),
  ],
  {
    description:
      'Types of the events that the endpoint receives; null: all, including those of later versions.',
  },
);

const payloadVersion = (description: string) =>
  Type.Unsafe<PayloadVersion>({ type: 'integer', enum: [...PAYLOAD_VERSIONS], description });

export const CreateEndpointBody = Type.Object(
  {
    url: Type.String({
      maxLength: 2000,
      description: 'Address that accepts POST requests. It must be public and begin with https://.',
      examples: ['https://erp.example.com/hooks'],
    }),
    event_types: Type.Optional(EventTypes),
    payload_version: Type.Optional(
      payloadVersion(
        `Version of the form of the events that the endpoint receives. In version 2 their \`data\` has \`batch\` and \`invoice\` instead of \`invoice_batch\` and \`batch_invoice\`; version 2 is recommended. Default: ${DEFAULT_PAYLOAD_VERSION}, that of release 1.1.0 of the engine.`,
      ),
    ),
  },
  { ...closed, title: 'CreateWebhookEndpointBody' },
);

export const ChangeEndpointBody = Type.Object(
  {
    event_types: Type.Optional(EventTypes),
    enabled: Type.Optional(
      Type.Boolean({
        description:
          'True: the endpoint receives events, and waiting events are sent at once. False: it receives none, and waiting events are dropped.',
      }),
    ),
    payload_version: Type.Optional(
      payloadVersion(
        'Version of the form of the events that the endpoint receives from now on, waiting events and repetitions included.',
      ),
    ),
    new_secret: Type.Optional(
      Type.Object(
        {
          previous_valid_hours: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: MAX_SECRET_HOURS,
              default: DEFAULT_SECRET_HOURS,
              description: 'Hours for which the previous secret also signs; 0: not at all.',
            }),
          ),
        },
        {
          ...closed,
          title: 'NewWebhookSecret',
          description: 'Replaces the secret; the answer contains the new one.',
        },
      ),
    ),
  },
  { ...closed, title: 'ChangeWebhookEndpointBody' },
);

export const EndpointView = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Id of the endpoint.' }),
    url: Type.String({ description: 'Its address.' }),
    event_types: EventTypes,
    payload_version: payloadVersion('Version of the form of the events that it receives.'),
    enabled: Type.Boolean({
      description: 'Whether it receives events. A receiver that answers 410 disables it.',
    }),
    created_at: Type.String(instant),
    previous_secret_until: nullable(
      Type.String({
        ...instant,
        description: 'Until when the previous secret also signs; null if no secret was replaced.',
      }),
    ),
    failing_since: nullable(
      Type.String({
        ...instant,
        description: 'Since when deliveries fail; null if the last one arrived or none was attempted.',
      }),
    ),
    waiting_events: Type.Integer({
      minimum: 0,
      maximum: 1000,
      description: 'Number of events that wait for their delivery, at most 1000.',
    }),
    last_failure: nullable(
      Type.String({
        description:
          'Why the last attempt to deliver one of the waiting events failed, or why the receiver disabled the endpoint (410).',
      }),
    ),
  },
  { ...closed, title: 'WebhookEndpoint' },
);
export type EndpointView = Static<typeof EndpointView>;

const secret = { description: 'Secret that signs the messages: `whsec_…`. It is shown only in this answer.' };

export const CreatedEndpointAnswer = Type.Object(
  {
    data: Type.Object(
      { ...EndpointView.properties, secret: Type.String(secret) },
      { ...closed, title: 'CreatedWebhookEndpoint' },
    ),
  },
  { ...closed, title: 'CreatedWebhookEndpointAnswer' },
);

export const ChangedEndpointAnswer = Type.Object(
  {
    data: Type.Object(
      {
        ...EndpointView.properties,
        secret: nullable(
          Type.String({ description: `${secret.description} Null if the secret was not replaced.` }),
        ),
      },
      { ...closed, title: 'ChangedWebhookEndpoint' },
    ),
  },
  { ...closed, title: 'ChangedWebhookEndpointAnswer' },
);

/** An organization has few endpoints, so the list has no pages. */
export const EndpointsAnswer = Type.Object(
  { data: Type.Array(EndpointView, { description: 'The endpoints, oldest first.' }) },
  { ...closed, title: 'WebhookEndpointsAnswer' },
);

export const TestAnswer = Type.Object(
  {
    data: Type.Object(
      {
        webhook_id: Type.String({ format: 'uuid', description: 'The `webhook-id` of the test event.' }),
      },
      { ...closed, title: 'WebhookTest' },
    ),
  },
  { ...closed, title: 'WebhookTestAnswer' },
);
