import type { Connection } from '../connection/database.ts';
import { statementsBeside } from '../connection/statement.ts';

/* Organizations of which an operator said that nothing is issued (ops/adr/0043), or that PDFs are printed on demand (0055). */

const loadStatement = statementsBeside(import.meta.url);

const FIND_ORGANIZATION = loadStatement('find-organization');
const PAUSE_ORGANIZATION = loadStatement('pause-organization');
const RESUME_ORGANIZATION = loadStatement('resume-organization');
const FIND_WHY_UNPRINTED = loadStatement('find-why-unprinted');

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

/** @returns false where it is so already, or there is none. */
export async function changePrintsOnDemand(
  connection: Connection,
  id: number,
  printsOnDemand: boolean,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'change-prints-on-demand',
    text: 'update organizations set prints_on_demand = $2 where id = $1 and prints_on_demand <> $2',
    values: [id, printsOnDemand],
  });
  return rowCount === 1;
}

/** Why nobody prints what nobody asked for: the organization is paused, or the batch's PDFs are printed on demand. */
export type WhyUnprinted = 'paused' | 'on_demand';

/** @returns null where PDFs of a batch are printed ahead. */
export async function findWhyUnprinted(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<WhyUnprinted | null> {
  const { rows } = await connection.query<{ why: WhyUnprinted | null }>({
    ...FIND_WHY_UNPRINTED,
    values: [organizationId, batchId],
  });
  return rows[0]?.why ?? null;
}
