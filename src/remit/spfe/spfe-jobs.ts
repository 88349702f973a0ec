import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import type { NewJob } from '../../platform/jobs/job-queues.ts';
import * as sql from '../statements/spfe.sql.ts';
import { MOST_MEMBERS, MOST_OF_ISSUER } from './timing.ts';

/** An issuer with deliveries that are due, by its chain. */
export type DueIssuer = sql.ListDueSpfeRow;

/**
 * Lists issuers whose deliveries have no contents, or may be sent or looked up now.
 * @param sends whether there is a transport; without one only contents are written.
 */
export async function listDueSpfe(
  connection: Connection,
  now: Date,
  most: number,
  sends: boolean,
): Promise<DueIssuer[]> {
  return (await query(connection, sql.listDueSpfe(now, most, sends))).rows;
}

/** Builds the jobs for the deliveries of an issuer, several if they fill several requests. */
export function buildSpfeJobs({ organizationId, chainId, deliveries }: DueIssuer): NewJob[] {
  const slots = Math.min(Math.max(Math.ceil(deliveries / (2 * MOST_MEMBERS)), 1), MOST_OF_ISSUER);
  return Array.from({ length: slots }, (_each, slot) => ({
    name: 'deliver-to-spfe',
    payload: { organizationId, chainId, slot, deliveries },
    work: 1,
  }));
}
