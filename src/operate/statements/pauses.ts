import type { Connection } from '../../platform/postgres/database.ts';
import { statementsBeside } from '../../platform/postgres/statement.ts';

/* Organizations that an operator paused: nothing of theirs is issued, and PDFs are rendered for those who ask (ops/adr/0035). */

const loadStatement = statementsBeside(import.meta.url);

const FIND_ORGANIZATION = loadStatement('find-organization');
const PAUSE_ORGANIZATION = loadStatement('pause-organization');
const RESUME_ORGANIZATION = loadStatement('resume-organization');

export type PausableOrganization = {
  readonly id: number;
  readonly name: string;
  /** Milliseconds since 1970; null: it is not paused. */
  readonly pausedAt: number | null;
  /** Batches that have not ended; no more than 10,001 are counted. */
  readonly batchesWaiting: number;
};

export async function findPausable(connection: Connection, id: number): Promise<PausableOrganization | null> {
  const { rows } = await connection.query<PausableOrganization>({ ...FIND_ORGANIZATION, values: [id] });
  return rows[0] ?? null;
}

/** @returns false where it is so already, or there is none. */
export async function setPaused(connection: Connection, id: number, isPaused: boolean): Promise<boolean> {
  const statement = isPaused ? PAUSE_ORGANIZATION : RESUME_ORGANIZATION;
  const { rowCount } = await connection.query({ ...statement, values: [id] });
  return rowCount === 1;
}
