import type { CensusMode, CensusResult, CensusWhenUnavailable } from '../../contracts/codes.ts';
import type { AskedParty } from '../../domain/census/judge-parties.ts';
import type { CensusAnswer } from '../../domain/census/match-answers.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { queryAsOrganization, readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './census.sql.ts';

/*
 * The answers of AEAT's census that are still valid, and the questions that wait for one. Who has no
 * certificate asks here; a worker of the queue `remission` asks AEAT (src/remit/ask-census.ts).
 */

/** What is known about the parties of some invoices. */
export type CensusState = {
  /** The answers in the order of the questions; `unavailable` stands for those that AEAT still owes. */
  readonly answers: readonly CensusAnswer[];
  /** Since when the oldest question waits, in milliseconds since 1970; null if none waits. */
  readonly waitsSince: number | null;
};

/**
 * Returns what the census said about parties, and stores what must be asked. One statement for any
 * number of parties; it writes nothing if all answers are valid.
 * @param questions each NIF with each name once.
 */
export async function askCensus(
  connection: Connection,
  organizationId: number,
  questions: readonly AskedParty[],
  now: Date,
): Promise<CensusState> {
  if (questions.length === 0) return { answers: [], waitsSince: null };
  const { rows } = await queryAsOrganization(
    connection,
    organizationId,
    sql.askCensus(
      organizationId,
      questions.map(({ nif }) => nif),
      questions.map(({ name }) => name),
      questions.map(({ isIssuer }) => isIssuer),
      now,
    ),
  );
  const waiting = rows.flatMap(({ result, askedAt }) => (result === null ? [askedAt] : []));
  return {
    answers: rows.map(({ result, censusNif, censusName }) => ({
      result: result ?? ('unavailable' satisfies CensusResult),
      censusNif,
      censusName,
    })),
    waitsSince: waiting.length === 0 ? null : waiting.reduce((one, other) => Math.min(one, other)),
  };
}

/** What an organization does with what the census says. */
export type CensusSetting = {
  readonly census: CensusMode;
  readonly whenUnavailable: CensusWhenUnavailable;
};

/** Returns the setting of an organization as a member of it. */
export async function readCensusSetting(
  connection: Connection,
  organizationId: number,
): Promise<CensusSetting> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.findCensusSetting(organizationId),
  );
  return rows[0]!;
}

/** The time for which a question without an answer is kept: a batch waits no longer for it. */
const UNANSWERED_MS = 48 * 3600 * 1000;

/** Deletes answers that are not valid any more, and questions that nobody answered for two days. */
export async function deleteOldChecks(connection: Connection, now: Date): Promise<void> {
  await query(connection, sql.deleteOldChecks(new Date(now.getTime() - UNANSWERED_MS)));
}
