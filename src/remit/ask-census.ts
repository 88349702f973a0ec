import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { AeatClient } from 'verifactu-protocol/client/open-aeat-client';
import type { CensusAbsence } from '../contracts/codes.ts';
import type { AskCensusJob } from '../contracts/jobs.ts';
import {
  type AnswerLine,
  type CensusAnswer,
  isNewWord,
  matchAnswers,
  type Question,
} from '../domain/census/match-answers.ts';
import { buildQuestions, CENSUS_READING, MOST_QUESTIONS } from '../domain/census/messages.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { CensusBreaker } from './census-breaker.ts';
import { type CensusClient, openCensusClient } from './open-census-client.ts';
import type { AeatSettings } from './open-issuer-client.ts';
import { answerQuestions, listQuestions, type WaitingQuestion } from './statements/census.ts';

export type AskCensusContext = {
  readonly pool: Pool;
  readonly orm: Orm;
  readonly logger: Logger;
  readonly aeat: AeatSettings;
  readonly breaker: CensusBreaker;
  readonly now: () => Date;
  /** Random number from 0 to 1, for the pauses between tries. */
  readonly random: () => number;
};

/** How often the census is asked until it answers. */
const TRIES = 3;
/** The pause after the first try, at most; each further one is twice as long. */
const PAUSE_MS = 2000;
/** How often a line without a verdict is asked about. */
const ROUNDS = 2;

/** Why there is no answer, in words for operators. `isForGood`: AEAT refuses the certificate. */
type Absence = { readonly kind: 'absent'; readonly why: string; readonly isForGood: boolean };
type Answered = { readonly kind: 'answered'; readonly lines: readonly AnswerLine[] };

/**
 * Asks AEAT's census about the taxpayers that an organization waits to know about, at most 5,000 in a
 * message and one message after the other. Every question gets an answer: `unavailable` if AEAT does
 * not answer three times, refuses the certificate, or the organization has none that is valid, and
 * `unknown` if AEAT gives no verdict twice. The log contains no names and no NIFs.
 * @returns how many questions were answered, and why others were not.
 * @throws when the database is unavailable.
 */
export async function askCensus(
  context: AskCensusContext,
  { organizationId }: AskCensusJob,
): Promise<{ readonly asked: number; readonly unavailable: number }> {
  const { pool, breaker, now } = context;
  let asked = 0;
  let unavailable = 0;
  await using client = await openCensusClient(context, organizationId);
  for (;;) {
    const questions = await listQuestions(pool, organizationId, MOST_QUESTIONS);
    if (questions.length === 0) return { asked, unavailable };
    asked += questions.length;
    const why: CensusAbsence | null =
      client === null ? 'no_certificate' : breaker.whyOpen(client.certificate, now());
    const { answers, absence } =
      client === null || why !== null
        ? { answers: questions.map(() => UNAVAILABLE), absence: why }
        : await askInRounds(context, client, organizationId, questions);
    unavailable += answers.filter(({ result }) => result === 'unavailable').length;
    await answerQuestions(pool, organizationId, questions, answers, absence, now());
  }
}

const UNAVAILABLE: CensusAnswer = { result: 'unavailable', censusNif: null, censusName: null };
const UNKNOWN: CensusAnswer = { ...UNAVAILABLE, result: 'unknown' };

/** Asks, and asks once more about the lines without a verdict. */
async function askInRounds(
  context: AskCensusContext,
  client: CensusClient,
  organizationId: number,
  questions: readonly WaitingQuestion[],
): Promise<{ readonly answers: CensusAnswer[]; readonly absence: CensusAbsence | null }> {
  const { logger, breaker, now } = context;
  let absence: CensusAbsence | null = null;
  const answers = new Map<Question, CensusAnswer>();
  let open: readonly WaitingQuestion[] = questions;
  for (let round = 1; round <= ROUNDS && open.length > 0; round += 1) {
    const outcome = await askUntilAnswered(context, client, open);
    if (outcome.kind === 'absent') {
      const { why, isForGood } = outcome;
      absence = isForGood ? 'refused' : 'away';
      if (isForGood) {
        breaker.openForGood(client.certificate);
        logger.error(
          { organizationId, why },
          'AEAT refuses the certificate with which its census was asked; invoices are issued without the check until another certificate is added (npm run engine -- org certificate add) or the worker restarts',
        );
      } else {
        breaker.open(client.certificate, now());
        logger.warn(
          { organizationId, why },
          "AEAT's census does not answer; it is asked again in five minutes",
        );
      }
      for (const question of open) answers.set(question, UNAVAILABLE);
      break;
    }
    reportNewWords(logger, organizationId, outcome.lines);
    const found = matchAnswers(open, outcome.lines);
    for (const [place, question] of open.entries()) answers.set(question, found[place] ?? UNKNOWN);
    open = open.filter((question) => answers.get(question)!.result === 'unknown');
  }
  return { answers: questions.map((question) => answers.get(question)!), absence };
}

/** Reports words that no document of AEAT lists, which may be verdicts that the engine should know. */
function reportNewWords(logger: Logger, organizationId: number, lines: readonly AnswerLine[]): void {
  const words = new Set(lines.flatMap(({ word }) => (isNewWord(word) ? [word.slice(0, 60)] : [])));
  if (words.size > 0)
    logger.error(
      { organizationId, words: [...words].slice(0, 5) },
      "AEAT's census answered with words that no document lists; they count as no verdict",
    );
}

async function askUntilAnswered(
  { random }: AskCensusContext,
  { client }: CensusClient,
  questions: readonly Question[],
): Promise<Answered | Absence> {
  const message = Buffer.from(buildQuestions(questions));
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await askOnce(client, message);
    if (outcome.kind === 'answered' || outcome.isForGood || attempt === TRIES) return outcome;
    await wait(PAUSE_MS * 2 ** (attempt - 1) * (0.5 + random() / 2));
  }
}

/** HTTP statuses, and AEAT's redirection to a page, with which it refuses a certificate. */
const REFUSED = new Set([401, 403]);

async function askOnce(client: AeatClient, message: Buffer): Promise<Answered | Absence> {
  const outcome = await client.send(message, CENSUS_READING);
  if (outcome.kind === 'answered') return { kind: 'answered', lines: outcome.answer };
  if (outcome.kind === 'fault') {
    const { side, code } = outcome.fault;
    return { kind: 'absent', why: `SOAP fault of the ${side}, code ${code}`, isForGood: false };
  }
  const { reason, status } = outcome;
  const isForGood = reason === 'redirected' || (status !== null && REFUSED.has(status));
  return { kind: 'absent', why: status === null ? reason : `${reason}, HTTP ${status}`, isForGood };
}
