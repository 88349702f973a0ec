import type { PayloadVersion, WebhookEvent } from '../../contracts/webhooks.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './webhooks.sql.ts';

/*
 * Deliveries of events to an endpoint. None of these statements holds a lock while the network is
 * in use.
 */

export type ClaimedEndpoint = {
  readonly organizationId: number;
  readonly url: string;
  readonly payloadVersion: PayloadVersion;
  readonly sealedSecret: Buffer;
  /** null if no secret is being replaced. */
  readonly sealedPreviousSecret: Buffer | null;
  /** The number of consecutive failures so far. */
  readonly failures: number;
};

/**
 * Claims an endpoint until a point in time. Returns null if another worker has claimed it, it is
 * paused, or it is disabled or removed.
 */
export async function claimEndpoint(
  connection: Connection,
  endpointId: number,
  now: Date,
  until: Date,
): Promise<ClaimedEndpoint | null> {
  const { rows } = await query(connection, sql.claimEndpoint(endpointId, now, until));
  return rows[0] ?? null;
}

/**
 * Releases a claimed endpoint.
 * @param until the end of the claim, which identifies it.
 */
export async function releaseEndpoint(
  connection: Connection,
  endpointId: number,
  until: Date,
): Promise<void> {
  await query(connection, sql.releaseEndpoint(endpointId, until));
}

export type OpenEvent = {
  readonly eventId: number;
  readonly batchId: number;
  readonly messageId: string;
  readonly type: WebhookEvent;
  /** Milliseconds since 1970, as is `firstFailedAt`. */
  readonly occurredAt: number;
  /** JSON. */
  readonly data: string;
  readonly attempts: number;
  readonly firstFailedAt: number | null;
};

/** Lists the events of an endpoint that are due: the first open event of each batch. */
export async function listDueHeads(
  connection: Connection,
  endpointId: number,
  now: Date,
  most: number,
): Promise<OpenEvent[]> {
  const { rows } = await query(connection, sql.listDueHeads(endpointId, now, most));
  return rows;
}

/**
 * Records that an event was delivered.
 * @returns the next event of its batch; null if none may be sent now.
 */
export async function endDelivery(
  connection: Connection,
  endpointId: number,
  { eventId, batchId }: OpenEvent,
  now: Date,
): Promise<OpenEvent | null> {
  const { rows } = await query(connection, sql.endDelivery(endpointId, eventId, now, batchId));
  return rows[0] ?? null;
}

/**
 * Records a failed attempt.
 * @param next the time of the next attempt; null: the event is given up.
 */
export async function recordFailedDelivery(
  connection: Connection,
  endpointId: number,
  eventId: number,
  { now, next, why }: { readonly now: Date; readonly next: Date | null; readonly why: string },
): Promise<void> {
  await query(connection, sql.recordJobFailure(endpointId, eventId, now, next, why));
}

/**
 * Pauses an endpoint until a point in time.
 * @param failures number to add to its consecutive failures.
 */
export async function restEndpoint(
  connection: Connection,
  endpointId: number,
  now: Date,
  until: Date,
  failures = 1,
): Promise<void> {
  await query(connection, sql.recordRest(endpointId, now, until, failures));
}

/** Records that an endpoint that failed works again. */
export async function recordWorkingEndpoint(connection: Connection, endpointId: number): Promise<void> {
  await query(connection, sql.recordSuccess(endpointId));
}

/** The maximum number of events per statement, so that it takes less than a second. */
const GIVEN_UP_AT_ONCE = 10_000;

/**
 * Gives up the events that have waited since before a point in time, if the endpoint has failed
 * since before it.
 * @returns their number.
 */
export async function giveUpOld(
  connection: Connection,
  endpointId: number,
  now: Date,
  before: Date,
): Promise<number> {
  const { rowCount } = await query(connection, sql.giveUpOld(endpointId, now, before, GIVEN_UP_AT_ONCE));
  return rowCount ?? 0;
}

/**
 * Disables an endpoint whose receiver is gone, and drops its waiting events.
 * @returns the number of dropped events.
 */
export async function disableEndpoint(
  connection: Connection,
  endpointId: number,
  now: Date,
): Promise<number> {
  const { rowCount } = await query(connection, sql.disableEndpoint(endpointId, now));
  return rowCount ?? 0;
}
