import { LISTED_EVENTS, type ListedEvent, MAX_REPLAYED_EVENTS } from '../contracts/webhooks.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { queryAsOrganization, readAsOrganization } from '../platform/postgres/scoped-query.ts';
import type { EndpointOwner } from './own-endpoints.ts';
import * as sql from './statements/events.sql.ts';

/*
 * The events of an organization, whether or not an endpoint received them. They are derived from
 * what is stored of batches, answers and annulments (ops/adr/0080).
 */

/** A position in the list: microseconds since 1970, and an id among the events of that time. */
export type EventPosition = { readonly at: number; readonly id: number };

/** An event as it is listed. */
export type HappenedEvent = {
  /** The `webhook-id` of its deliveries. */
  readonly eventId: string;
  readonly type: ListedEvent;
  readonly batchId: number;
  readonly occurredAt: Date;
  /** JSON. */
  readonly data: string;
};

export type EventFilter = {
  /** Only events since this time. */
  readonly from: Date;
  /** Only events of these types; null: all. */
  readonly types: readonly ListedEvent[] | null;
};

/**
 * Lists the events of an organization before a position, newest first.
 * @param most number of rows that are read, not all of which need be events.
 * @returns the events, and the position after which further ones may follow; null if none do.
 */
export async function listEvents(
  connection: Connection,
  organizationId: number,
  before: EventPosition,
  { from, types }: EventFilter,
  most: number,
): Promise<{ readonly events: HappenedEvent[]; readonly next: EventPosition | null }> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.listEvents(organizationId, before.at, before.id, from, types ?? LISTED_EVENTS, most + 1),
  );
  const page = rows.slice(0, most);
  const last = rows.length > most ? page.at(-1)! : null;
  const events = page.flatMap(({ eventId, type, batchId, at, data }) =>
    data === null || eventId === null
      ? []
      : [{ eventId, type, batchId, occurredAt: new Date(at / 1000), data }],
  );
  return { events, next: last && { at: last.at, id: last.id } };
}

/** Rows that are read at once for a replay. */
const PAGE = 200;
/** Not every row is an event. */
const MOST_PAGES = 12;
/** An endpoint with this many waiting events takes no replay. */
const MOST_WAITING = 10_000;

/** `full`: too many events wait. `many_events`: the span has too many events. */
export type ReplayRefusal = 'forbidden' | 'unknown' | 'disabled' | 'full' | 'many_events';

/**
 * Sends the events of a span to an endpoint, oldest first. Events that it has received are left out
 * unless `again` is set, so that a repetition changes nothing.
 * @param span.to the end of the span, which is excluded.
 * @returns the number of events that now wait for their delivery.
 */
export async function replayEvents(
  connection: Connection,
  { organizationId, tokenHash }: EndpointOwner,
  id: number,
  span: EventFilter & { readonly to: Date; readonly again: boolean },
  now: Date,
): Promise<number | ReplayRefusal> {
  const events: HappenedEvent[] = [];
  let before: EventPosition | null = { at: span.to.getTime() * 1000, id: 0 };
  for (let pages = 0; before !== null; pages += 1) {
    if (pages === MOST_PAGES) return 'many_events';
    const page: Awaited<ReturnType<typeof listEvents>> = await listEvents(
      connection,
      organizationId,
      before,
      span,
      PAGE,
    );
    for (const event of page.events) events.push(event);
    if (events.length > MAX_REPLAYED_EVENTS) return 'many_events';
    before = page.next;
  }
  events.reverse();
  const { rows } = await queryAsOrganization(
    connection,
    organizationId,
    sql.replayEvents(
      tokenHash,
      now,
      id,
      span.again,
      MOST_WAITING,
      events.map(({ eventId }) => eventId),
      events.map(({ batchId }) => batchId),
      events.map(({ type }) => type),
      events.map(({ occurredAt }) => occurredAt),
      events.map(({ data }) => data),
    ),
  );
  const { outcome, queued } = rows[0]!;
  return outcome === 'done' ? queued : outcome;
}
