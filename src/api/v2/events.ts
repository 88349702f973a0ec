import type { FastifyPluginAsync } from 'fastify';
import { type Static, Type } from 'typebox';
import { wordOf } from '../../contracts/answers.ts';
import { cursorList } from '../../contracts/v2/cursor-lists.ts';
import { EventView } from '../../contracts/v2/events.ts';
import {
  EVENT_DAYS,
  LISTED_EVENTS,
  LISTED_PAYLOAD_VERSION,
  namePayload,
  PAYLOAD_VERSIONS,
  type PayloadVersion,
} from '../../contracts/webhooks.ts';
import { type EventPosition, type HappenedEvent, listEvents } from '../../notify/events.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors } from '../documentation/describe-answers.ts';
import { toInstant } from '../queries/batch-filters.ts';
import { utcTime } from '../queries/parameters.ts';
import { buildCursorAnswer, CursorParameters, type CursorQuery, readCursorRequest } from './cursors.ts';

const PATH = '/events';
const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

const Filters = Type.Object({
  type: Type.Optional(wordOf(LISTED_EVENTS, { description: 'Only events of this type.' })),
  occurred_from: Type.Optional(utcTime('Only events in this second or later.')),
  occurred_to: Type.Optional(utcTime('Only events in this second or earlier.')),
  payload_version: Type.Optional(
    Type.Unsafe<PayloadVersion>({
      type: 'integer',
      enum: [...PAYLOAD_VERSIONS],
      default: LISTED_PAYLOAD_VERSION,
      description:
        'Version of the form of `data`, for programs that also have a webhook endpoint with version 1.',
    }),
  ),
});

/** GET /events: what happened to the batches and invoices of the organization. */
export const eventRoutes: FastifyPluginAsync<Dependencies> = async (app, { pool, now }) => {
  app.get<{ Querystring: CursorQuery & Static<typeof Filters> }>(
    PATH,
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description: `Lists the events of the last ${EVENT_DAYS} days, newest first, whether or not a webhook endpoint received them. An event can appear some seconds after its \`timestamp\`: a program that asks for what is new overlaps the spans by a minute, and knows by \`id\` what it has.`,
        tags: ['Events'],
        querystring: Type.Object({ ...CursorParameters.properties, ...Filters.properties }),
        response: {
          200: describeAnswer('A page of events', cursorList(EventView)),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { organizationId } = organizationOf(request);
      const { query } = request;
      const { type = null, occurred_from: from = null, occurred_to: to = null } = query;
      const version = query.payload_version ?? LISTED_PAYLOAD_VERSION;
      const list = { organizationId, path: PATH, filter: { type, from, to } };
      const { limit, before } = readCursorRequest(query, list);
      const filter = {
        from: sinceOf(toInstant(query.occurred_from), now()),
        types: type === null ? null : [type],
      };
      const page = await listEvents(
        pool,
        organizationId,
        earlier(before, endOf(toInstant(query.occurred_to))),
        filter,
        limit,
      );
      return buildCursorAnswer(
        { items: page.events.map((event) => viewEvent(event, version)), next: page.next },
        list,
      );
    },
  );
};

/** Returns the beginning of a span: at most `EVENT_DAYS` back. */
export function sinceOf(from: Date | null, now: Date): Date {
  const earliest = now.getTime() - EVENT_DAYS * DAY_MS;
  return new Date(Math.max(from?.getTime() ?? earliest, earliest));
}

/** Returns the time at which the second of a time is over; null for none. */
export function endOf(to: Date | null): Date | null {
  return to && new Date(Math.floor(to.getTime() / SECOND_MS) * SECOND_MS + SECOND_MS);
}

function earlier(before: EventPosition, end: Date | null): EventPosition {
  if (end === null || before.at < end.getTime() * 1000) return before;
  return { at: end.getTime() * 1000, id: 0 };
}

function viewEvent({ eventId, type, occurredAt, data }: HappenedEvent, version: PayloadVersion): EventView {
  return {
    id: eventId,
    type,
    version,
    timestamp: occurredAt.toISOString(),
    data: namePayload(JSON.parse(data) as Record<string, unknown>, version),
  };
}
