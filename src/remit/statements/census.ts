import type { CensusAbsence, CensusResult } from '../../contracts/codes.ts';
import type { CensusAnswer } from '../../domain/census/match-answers.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './census.sql.ts';

/** A question that waits for an answer of the census. */
export type WaitingQuestion = sql.ListCensusQuestionsRow;

/** Lists the oldest questions of an organization that wait for an answer. */
export async function listQuestions(
  connection: Connection,
  organizationId: number,
  most: number,
): Promise<WaitingQuestion[]> {
  return (await query(connection, sql.listCensusQuestions(organizationId, most))).rows;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * How long an answer is valid. AEAT renews its census daily, so that what it did not know is asked
 * again after a day. What was no answer is repeated after five minutes; until then a batch that asked
 * can read it.
 */
const VALID_MS: Readonly<Record<CensusResult, number>> = {
  identified: 30 * DAY_MS,
  deregistered: 7 * DAY_MS,
  revoked: 7 * DAY_MS,
  similar: DAY_MS,
  not_identified: DAY_MS,
  unknown: 5 * MINUTE_MS,
  unavailable: 5 * MINUTE_MS,
};

/**
 * Stores the answers to questions, and erases their names.
 * @param answers in the order of the questions.
 * @param absence why some of them are `unavailable`; null if none is.
 */
export async function answerQuestions(
  connection: Connection,
  organizationId: number,
  questions: readonly WaitingQuestion[],
  answers: readonly CensusAnswer[],
  absence: CensusAbsence | null,
  now: Date,
): Promise<void> {
  await query(
    connection,
    sql.answerCensusQuestions(
      organizationId,
      questions.map(({ nif }) => nif),
      questions.map(({ nameHash }) => nameHash),
      answers.map(({ result }) => result),
      answers.map(({ censusNif }) => censusNif),
      answers.map(({ censusName }) => censusName),
      answers.map(({ result }) => new Date(now.getTime() + VALID_MS[result])),
      now,
      absence,
    ),
  );
}

/**
 * Lets the answers about taxpayers end now, because AEAT refused a record of theirs: the next batch
 * asks anew.
 * @param connection in the transaction that stores AEAT's answer to the record.
 */
export async function ageAnswers(
  connection: Connection,
  organizationId: number,
  nifs: readonly string[],
  now: Date,
): Promise<void> {
  if (nifs.length > 0) await query(connection, sql.ageCensusAnswers(organizationId, nifs, now));
}
