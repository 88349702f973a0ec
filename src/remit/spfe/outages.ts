import type { Pool } from 'pg';
import type { Order } from '../../contracts/acts.ts';
import { findDueAfterOutage, isLongOutage } from '../../domain/spfe/due-after-outage.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import type { SpfeOutcome } from './transport/spfe-transport.ts';
import * as sql from '../statements/spfe-outages.sql.ts';

/*
 * Times during which the SPFE could not be used: from the first attempt that it did not answer to its
 * first answer, whichever issuer they concern. They prove that an invoice could not be there in time
 * (Orden HAC/1028/2026, arts. 5.7 and 8.4).
 */

/** An outage. Times are in milliseconds since 1970. `attempts` failed, the last at `lastFailedAt`. */
export type Outage = sql.ListSpfeOutagesRow;

/**
 * Records whether the service could be used: any answer, also one that refuses, ends an outage; no
 * connection, no answer or one that cannot be read begins it. Other failures say nothing of it.
 */
export async function recordOutcome(
  connection: Connection,
  outcome: SpfeOutcome<unknown>,
  now: Date,
): Promise<void> {
  if (outcome.kind === 'answered' || outcome.kind === 'fault') await recordAnswer(connection, now);
  else if (outcome.kind === 'unknown' || outcome.reason === 'unreachable')
    await recordFailure(connection, now);
}

/**
 * Records an attempt that failed because of the service: it could not be reached, did not answer, or
 * answered with HTTP 5xx. The first one begins an outage.
 */
export async function recordFailure(connection: Connection, now: Date): Promise<void> {
  await query(connection, sql.recordSpfeFailure(now));
}

/** Records an answer of the service, also one that refuses: it ends an outage. */
export async function recordAnswer(connection: Connection, now: Date): Promise<void> {
  await query(connection, sql.recordSpfeAnswer(now));
}

/** Lists outages, the last first. */
export async function listOutages(connection: Connection, most: number): Promise<Outage[]> {
  return (await query(connection, sql.listSpfeOutages(null, most))).rows;
}

/** What became of an order to confirm an outage. */
export type Confirmation =
  | { readonly kind: 'confirmed'; readonly dueUntil: Date; readonly deliveries: number }
  /** There is no such outage, it is under way, it was confirmed before, or it lasted 24 hours or less. */
  | { readonly kind: 'missing' | 'open' | 'already' | 'short' }
  /** The national holidays of the days after it are not known. */
  | { readonly kind: 'no_calendar' };

/**
 * Confirms on an operator's order that an outage was the SPFE's, and records the act. What was due
 * during it and is not admitted is due at the end of the fourth working day after it (Orden, art. 5.7).
 */
export async function confirmOutage(
  pool: Pool,
  id: number,
  { operator, reason }: Order,
  now: Date,
): Promise<Confirmation> {
  const [outage] = (await query(pool, sql.listSpfeOutages(id, 1))).rows;
  if (outage === undefined) return { kind: 'missing' };
  if (outage.endedAt === null) return { kind: 'open' };
  if (!isLongOutage(outage.beganAt, outage.endedAt)) return { kind: 'short' };
  const dueUntil = findDueAfterOutage(new Date(outage.endedAt));
  if (dueUntil === null) return { kind: 'no_calendar' };
  const [confirmed] = (await query(pool, sql.confirmSpfeOutage(id, operator, reason, now, dueUntil))).rows;
  return confirmed === undefined
    ? { kind: 'already' }
    : { kind: 'confirmed', dueUntil, deliveries: confirmed.deliveries };
}
