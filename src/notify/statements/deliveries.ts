import type { WebhookEvent } from '../../contracts/webhooks.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './webhooks.sql.ts';

/* Events on their way to an endpoint. None of these holds anything while the network is waited for. */

export type ClaimedEndpoint = {
  readonly organizationId: number;
  readonly url: string;
  readonly sealedSecret: Buffer;
  /** null where none is being replaced. */
  readonly sealedPreviousSecret: Buffer | null;
  /** In a row, until now. */
  readonly failures: number;
};

/** Claims an endpoint until a moment; null where another worker has it, or it rests or is gone. */
export async function claimEndpoint(
  connection: Connection,
  endpointId: number,
  now: Date,
  until: Date,
): Promise<ClaimedEndpoint | null> {
  const { rows } = await query(connection, sql.claimEndpoint(endpointId, now, until));
  return rows[0] ?? null;
}

/** Gives it back. @param until that it was claimed until. */
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
  /** Milliseconds since 1970, as the other. */
  readonly occurredAt: number;
  /** JSON. */
  readonly data: string;
  readonly attempts: number;
  readonly firstFailedAt: number | null;
};

/** The events of an endpoint that may go now: of each batch the first that is open. */
export async function listDueHeads(
  connection: Connection,
  endpointId: number,
  now: Date,
  most: number,
): Promise<OpenEvent[]> {
  const { rows } = await query(connection, sql.listDueHeads(endpointId, now, most));
  return rows;
}

/** Notes that an event was delivered. @returns the next one of its batch; null where none may go now. */
export async function endDelivery(
  connection: Connection,
  endpointId: number,
  { eventId, batchId }: OpenEvent,
  now: Date,
): Promise<OpenEvent | null> {
  const { rows } = await query(connection, sql.endDelivery(endpointId, eventId, now, batchId));
  return rows[0] ?? null;
}

/** Notes that an event was not delivered. @param next when it is tried again; null: never, it is given up. */
export async function recordFailedDelivery(
  connection: Connection,
  endpointId: number,
  eventId: number,
  { now, next, why }: { readonly now: Date; readonly next: Date | null; readonly why: string },
): Promise<void> {
  await query(connection, sql.recordJobFailure(endpointId, eventId, now, next, why));
}

/** Nothing is sent to an endpoint until then. @param failures that it has more than before. */
export async function restEndpoint(
  connection: Connection,
  endpointId: number,
  now: Date,
  until: Date,
  failures = 1,
): Promise<void> {
  await query(connection, sql.recordRest(endpointId, now, until, failures));
}

/** An endpoint that failed works again. */
export async function recordWorkingEndpoint(connection: Connection, endpointId: number): Promise<void> {
  await query(connection, sql.recordSuccess(endpointId));
}

/** Of one statement: few enough that it takes no second. */
const GIVEN_UP_AT_ONCE = 10_000;

/** Gives up what has waited since before a moment at an endpoint that has failed since before it. @returns how many. */
export async function giveUpOld(
  connection: Connection,
  endpointId: number,
  now: Date,
  before: Date,
): Promise<number> {
  const { rowCount } = await query(connection, sql.giveUpOld(endpointId, now, before, GIVEN_UP_AT_ONCE));
  return rowCount ?? 0;
}

/** The receiver is gone. @returns how many events waited for it, which are dropped. */
export async function disableEndpoint(
  connection: Connection,
  endpointId: number,
  now: Date,
): Promise<number> {
  const { rowCount } = await query(connection, sql.disableEndpoint(endpointId, now));
  return rowCount ?? 0;
}
