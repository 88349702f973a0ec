import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import type { NewJob } from '../../platform/jobs/job-queues.ts';
import * as sql from '../statements/sii.sql.ts';

/** An issuer with entries that SII has not answered yet, by its chain. */
export type DueIssuer = sql.ListDueSiiRow;

/** Lists issuers whose entries may be sent now and that no worker is sending. */
export async function listDueSii(connection: Connection, now: Date, most: number): Promise<DueIssuer[]> {
  return (await query(connection, sql.listDueSii(now, most))).rows;
}

/** The most messages of an issuer that are at AEAT at the same time, and the jobs that send them. */
export const MOST_OF_ISSUER = 3;
/** The most messages of an organization that are at AEAT at the same time. */
export const MOST_OF_ORGANIZATION = 6;
/** About as many entries as an ordinary message has. */
const ENTRIES_PER_SLOT = 1000;

/** Builds the jobs that send the entries of an issuer, several if they fill several messages. */
export function buildSiiJobs({ organizationId, chainId, entries }: DueIssuer): NewJob[] {
  const slots = Math.min(Math.max(Math.ceil(entries / ENTRIES_PER_SLOT), 1), MOST_OF_ISSUER);
  return Array.from({ length: slots }, (_each, slot) => ({
    name: 'send-sii-entries',
    payload: { organizationId, chainId, slot, entries },
    work: 1,
  }));
}
