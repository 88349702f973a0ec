import { type Static, Type } from 'typebox';
import { wordOf } from '../answers.ts';
import {
  EVENT_DAYS,
  LISTED_EVENTS,
  LISTED_PAYLOAD_VERSION,
  MAX_REPLAYED_EVENTS,
  PAYLOAD_VERSIONS,
  type PayloadVersion,
} from '../webhooks.ts';

/* The requests and answers of version 2 about events and their replay. */

const closed = { additionalProperties: false };

export const EventView = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description:
        'Id of the event: the `webhook-id` of its deliveries. A delivery of an event from before the engine listed events has another one.',
    }),
    type: wordOf(LISTED_EVENTS, { description: 'Type of the event.' }),
    version: Type.Unsafe<PayloadVersion>({
      type: 'integer',
      enum: [...PAYLOAD_VERSIONS],
      description: 'Version of the form of `data`: the `payload_version` of the request.',
      examples: [LISTED_PAYLOAD_VERSION],
    }),
    timestamp: Type.String({
      format: 'date-time',
      description: 'When the event happened: UTC, with milliseconds.',
      examples: ['2026-11-20T09:30:00.000Z'],
    }),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description:
        'Ids and states as in the webhook of this type and version, which the section `webhooks` of this document describes.',
    }),
  },
  { ...closed, title: 'ListedEvent' },
);
export type EventView = Static<typeof EventView>;

const Instant = (description: string) =>
  Type.String({ format: 'date-time', pattern: 'Z$', description, examples: ['2026-11-20T09:30:00Z'] });

export const ReplayBody = Type.Object(
  {
    occurred_from: Instant(
      `Only events in this second or later, at most ${EVENT_DAYS} days back: UTC, whole seconds.`,
    ),
    occurred_to: Type.Optional(Instant('Only events in this second or earlier. Default: now.')),
    include_delivered: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether events are sent again that the endpoint has received. Without it, a repetition of the request changes nothing.',
      }),
    ),
  },
  { ...closed, title: 'ReplayBody' },
);
export type ReplayBody = Static<typeof ReplayBody>;

export const ReplayAnswer = Type.Object(
  {
    data: Type.Object(
      {
        queued_events: Type.Integer({
          minimum: 0,
          maximum: MAX_REPLAYED_EVENTS,
          description: 'Number of events that now wait for their delivery.',
        }),
      },
      { ...closed, title: 'Replay' },
    ),
  },
  { ...closed, title: 'ReplayAnswer' },
);
