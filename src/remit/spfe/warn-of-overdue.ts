import { SPFE_OVERDUE_HOURS } from '../../contracts/spfe.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from '../statements/spfe-overdue.sql.ts';

const HOUR_MS = 3_600_000;

/**
 * Tells clients of deliveries to the SPFE that it should have had more than 24 hours ago: once for
 * each delivery, by the event `invoice.spfe_overdue`. Simultaneous calls tell of different
 * deliveries. Only for an engine with a connection to the SPFE: without one nothing is late.
 * @param most number of deliveries; further ones wait for the next call.
 * @returns the number of deliveries.
 */
export async function warnOfOverdue(connection: Connection, now: Date, most: number): Promise<number> {
  const before = new Date(now.getTime() - SPFE_OVERDUE_HOURS * HOUR_MS);
  const { rows } = await query(connection, sql.warnOfOverdueDeliveries(before, now, most));
  return rows[0]!.warned;
}
