import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './webhooks.sql.ts';

/*
 * Statements about all endpoints, for the reconciler and the cleanup.
 */

export type DueEndpoint = { readonly endpointId: number; readonly organizationId: number };

/**
 * Lists endpoints with due events to which no worker is sending, in the order of their ids,
 * starting after the id `after`.
 */
export async function listDueEndpoints(
  connection: Connection,
  now: Date,
  most: number,
  after: number,
): Promise<DueEndpoint[]> {
  const { rows } = await query(connection, sql.listDueEndpoints(now, most, after));
  return rows;
}

/** Counts the endpoints that failed at their last attempt or are disabled. */
export async function countFailingEndpoints(connection: Connection): Promise<number> {
  const { rows } = await query(connection, sql.countFailingEndpoints());
  return rows[0]!.failing;
}

/**
 * How long ended deliveries can be viewed and replayed. The database refuses to delete younger ones
 * (migrations/0008-webhooks.sql).
 */
const KEPT = '30 days';
const AT_ONCE = 50_000;

/** Deletes deliveries that ended before that period, and events without deliveries. */
export async function deleteOldWebhooks(connection: Connection, now: Date): Promise<void> {
  await connection.query(
    `delete from webhook_deliveries where ctid = any (array(
       select ctid from webhook_deliveries where ended_at <= $1::timestamptz - $2::interval limit $3))`,
    [now, KEPT, AT_ONCE],
  );
  await connection.query(
    `delete from webhook_events where id = any (array(
       select v.id from webhook_events v
       where v.occurred_at <= $1::timestamptz - $2::interval and not exists (select from webhook_deliveries d where d.event_id = v.id)
       limit $3))`,
    [now, KEPT, AT_ONCE],
  );
}
