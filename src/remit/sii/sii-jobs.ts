import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import type { NewJob } from '../../platform/jobs/job-queues.ts';
import * as sql from '../statements/sii.sql.ts';

/** An issuer with entries that SII has not answered yet. */
export type DueIssuer = sql.ListDueSiiRow;

/** Lists issuers whose entries may be sent now and that no worker is sending. */
export async function listDueSii(connection: Connection, now: Date, most: number): Promise<DueIssuer[]> {
  return (await query(connection, sql.listDueSii(now, most))).rows;
}

/** About as many entries as an ordinary message has. */
const ENTRIES_PER_SLOT = 1000;
/** The jobs of an issuer that exist at the same time. */
const MOST_SLOTS = 3;

/** Builds the jobs that send the entries of an issuer, several if they fill several messages. */
export function buildSiiJobs({ organizationId, issuerNif, entries }: DueIssuer): NewJob[] {
  const slots = Math.min(Math.max(Math.ceil(entries / ENTRIES_PER_SLOT), 1), MOST_SLOTS);
  return Array.from({ length: slots }, (_each, slot) => ({
    name: 'send-sii-entries',
    payload: { organizationId, issuerNif, slot, entries },
    work: 1,
  }));
}
