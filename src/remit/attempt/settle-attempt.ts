import { setTimeout as pauseFor } from 'node:timers/promises';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import {
  decideStep,
  endOfWait,
  mayOvertake,
  readWait,
  type Wait,
} from 'verifactu-protocol/remission/flow-control';
import { withTransaction } from '../../platform/postgres/database.ts';
import { isDatabaseUnavailable, isTransactionConflict } from '../../platform/postgres/failures.ts';
import { listRefusedNifs } from '../../domain/census/refused-nifs.ts';
import { ageAnswers } from '../statements/census.ts';
import {
  endAttempt,
  extendAttempt,
  finishSubmission,
  insertAttempt,
  insertRecordAnswers,
  lockRemission,
  type NewAttempt,
  type NewRecordAnswer,
  readRemission,
} from '../statements/remission.ts';
import { computeBackoff } from './backoff.ts';
import { type Claim, readState } from './claim-submission.ts';
import type { AttemptOutcome } from './judge-attempt.ts';

const compress = promisify(zstdCompress);

/**
 * Maximum number of stored characters of an answer and of a text. A whole answer for 1000 records
 * has about half a million characters.
 */
const MAX_KEPT = 4_000_000;
const MAX_TEXT = 1000;
/** Pauses between retries in ms, because a restart of PostgreSQL must not lose AEAT's answer. */
const STORE_PAUSES_MS = [500, 1000, 2000, 4000, 8000];

/**
 * Stores an attempt and its answers before any further query, because a CSV cannot be obtained a
 * second time.
 */
export async function storeAttempt(
  pool: Pool,
  claim: Claim,
  attempt: NewAttempt,
  answers: readonly NewRecordAnswer[],
  sendingUntil: Date,
): Promise<void> {
  const store = () =>
    withTransaction(pool, async (client) => {
      await lockRemission(client, claim.chainId);
      await insertAttempt(client, claim, attempt);
      await insertRecordAnswers(client, claim, answers, attempt.endedAt);
      await extendAttempt(client, claim, sendingUntil);
      await ageAnswers(
        client,
        claim.organizationId,
        listRefused(claim, answers, attempt.code),
        attempt.endedAt,
      );
    });
  for (const pause of STORE_PAUSES_MS) {
    try {
      await store();
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !isTransactionConflict(error)) throw error;
      await pauseFor(pause);
    }
  }
  await store();
}

export type Ending = {
  readonly outcome: AttemptOutcome;
  readonly haltedReason: string | null;
  /** Answers from AEAT's register. */
  readonly answers: readonly NewRecordAnswer[];
  /** See `readWait`. */
  readonly maxWaitSeconds: number;
  readonly now: Date;
  readonly random: number;
};

export type Settled = {
  /** Whether all records of the envelope have an answer. */
  readonly isComplete: boolean;
  /** Records of the chain without an answer. */
  readonly pending: number;
  /** When the chain may send again; null when it has nothing to send or is halted. */
  readonly next: Date | null;
  readonly mayOvertake: boolean;
  /** The wait between two messages that is applied after AEAT's answer. */
  readonly wait: Wait;
};

/** Lists the taxpayers that AEAT refused because of its census. A fault refuses the issuer (4104). */
function listRefused(
  { issuer, request, records }: Claim,
  answers: readonly NewRecordAnswer[],
  fault: number | null,
): string[] {
  if (fault === 4104) return [issuer.nif];
  const codes = new Map(answers.map(({ sequence, code }) => [sequence, code]));
  return listRefusedNifs(
    request,
    issuer.nif,
    records.map(({ sequence }) => codes.get(sequence) ?? null),
  );
}

/**
 * Ends an attempt: stores the answers, ends the submission if it is complete, and updates the wait
 * and the incident.
 */
export async function endTry(pool: Pool, claim: Claim, ending: Ending): Promise<Settled> {
  const { now } = ending;
  return withTransaction(pool, async (client) => {
    await lockRemission(client, claim.chainId);
    await insertRecordAnswers(client, claim, ending.answers, now);
    const isComplete = await finishSubmission(client, claim.submissionId, now);
    const wait = readWait(toldWait(ending.outcome), claim.wait, ending.maxWaitSeconds);
    // Many duplicates take several attempts. An attempt that finds some of them has not failed.
    const failures = isComplete || ending.answers.length > 0 ? 0 : claim.failures + 1;
    await endAttempt(
      client,
      claim,
      {
        wait,
        nextAllowedAt: new Date(findNextAllowed(ending, wait.seconds, failures)),
        failures,
        haltedReason: isComplete ? null : ending.haltedReason,
      },
      now,
    );
    return { isComplete, wait, ...(await findNext(client, claim.chainId, now)) };
  });
}

function findNextAllowed(
  { outcome, haltedReason, now, random }: Ending,
  waitSeconds: number,
  failures: number,
): number {
  // AEAT does not count a message that was certainly not sent.
  const wasSent = outcome.kind !== 'unknown' || outcome.sent;
  const afterWait = wasSent ? endOfWait(now.getTime(), waitSeconds) : now.getTime();
  // A halted chain resumes by order of an operator, without a backoff.
  if (failures === 0 || haltedReason !== null) return afterWait;
  return Math.max(afterWait, now.getTime() + computeBackoff(failures, random));
}

function toldWait(outcome: AttemptOutcome): number | null {
  return outcome.kind === 'answered' ? outcome.answer.waitSeconds : null;
}

async function findNext(
  client: PoolClient,
  chainId: number,
  now: Date,
): Promise<Pick<Settled, 'pending' | 'next' | 'mayOvertake'>> {
  const state = readState(await readRemission(client, chainId, null));
  const step = decideStep(state, now.getTime());
  const next = step.kind === 'send' ? now : step.kind === 'wait' ? new Date(step.until) : null;
  return { pending: state.pending, next, mayOvertake: mayOvertake(state) };
}

/** Builds the database row of an attempt. */
export async function buildAttempt(
  outcome: AttemptOutcome,
  startedAt: Date,
  endedAt: Date,
): Promise<NewAttempt> {
  const { raw } = outcome;
  const answer = raw === null ? null : await compress(Buffer.from(raw.slice(0, MAX_KEPT), 'utf8'));
  const common = { startedAt, endedAt, outcome: outcome.kind, httpStatus: outcome.status, answer };
  const nothing = { reason: null, code: null, message: null, waitSeconds: null, csv: null };
  switch (outcome.kind) {
    case 'answered':
      return { ...nothing, ...common, waitSeconds: outcome.answer.waitSeconds, csv: outcome.answer.csv };
    case 'fault': {
      const { code, text } = outcome.fault;
      return { ...nothing, ...common, code, message: text?.slice(0, MAX_TEXT) ?? null };
    }
    case 'unknown':
      return {
        ...nothing,
        ...common,
        reason: outcome.reason,
        message: outcome.detail.slice(0, MAX_TEXT),
      };
  }
}
