import type { CensusAbsence } from '../../contracts/codes.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import { MOST_COUNTED } from './bounds.ts';
import * as sql from './overview.sql.ts';

/* Questions to AEAT's census that have no answer. Times are in milliseconds since 1970. */

/** The time for which an absence is told. Each batch that asks renews it after five minutes. */
const TOLD_MS = 3600_000;
/** A batch waits for a worker to ask no longer than this. */
const WAITING_MS = 2 * 60_000;

/** The taxpayers about whom AEAT gave no answer for a reason, or about whom no worker asked yet. */
export type CensusSilence = {
  readonly absence: CensusAbsence | 'waiting';
  /** At most 10,000 are counted. */
  readonly taxpayers: number;
  readonly since: number;
  readonly organizationIds: readonly number[];
  /** The newest answer to one of these organizations; null if none is kept. */
  readonly lastAnswerAt: number | null;
};

/** Counts the questions to the census that have no answer, by the reason. */
export async function summarizeCensus(connection: Connection, now: Date): Promise<CensusSilence[]> {
  const at = now.getTime();
  const [since, before] = [new Date(at - TOLD_MS), new Date(at - WAITING_MS)];
  return (await query(connection, sql.summarizeCensus(since, before, MOST_COUNTED))).rows;
}
