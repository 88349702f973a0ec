import type { Logger } from '../../platform/telemetry/logger.ts';
import type { RemissionMetrics } from '../remission-metrics.ts';
import { judgeClocks } from 'verifactu-protocol/remission/judge-clocks';
import type { NewRecordAnswer } from '../statements/remission.ts';
import type { Claim } from './claim-submission.ts';
import type { AttemptOutcome } from './judge-attempt.ts';
import type { Settled } from './settle-attempt.ts';

export type AttemptReport = {
  readonly outcome: AttemptOutcome;
  readonly endedAt: Date;
  /**
   * End of the attempt by the clock of this machine, in ms. `endedAt` uses the engine's clock,
   * which is that of the database.
   */
  readonly machineTime: number;
  readonly answers: readonly NewRecordAnswer[];
  readonly haltedReason: string | null;
  readonly strangeLines: number;
  readonly settled: Settled;
};

/**
 * Updates the metrics and writes the log of an attempt. AEAT's texts repeat names and NIFs, so the
 * log contains only their codes; the database contains the texts.
 */
export function reportAttempt(
  context: {
    readonly logger: Logger;
    readonly metrics: RemissionMetrics;
  },
  claim: Claim,
  { outcome, endedAt, machineTime, answers, haltedReason, strangeLines, settled }: AttemptReport,
): void {
  const { logger, metrics } = context;
  const { chainId, submissionId, attempt, organizationId } = claim;
  const about = { organizationId, chainId, submissionId, attempt, records: claim.records.length };
  metrics.submissions.inc({ outcome: nameOutcome(outcome, settled, haltedReason) });
  for (const { state } of answers) metrics.recordsAnswered.inc({ state });

  if (outcome.serverDate !== null) reportClocks(context, about, outcome.serverDate, endedAt, machineTime);
  const { wait } = settled;
  const isToldNow = outcome.kind === 'answered' && outcome.answer.waitSeconds !== null;
  if (isToldNow && wait.excessiveSeconds !== null)
    logger.warn(
      { ...about, toldSeconds: wait.excessiveSeconds, keptSeconds: wait.seconds },
      'AEAT asked for a longer wait (TiempoEsperaEnvio) than AEAT_MAX_WAIT_SECONDS; the wait is considered wrong and not kept',
    );
  if (strangeLines > 0)
    logger.warn(
      { ...about, strangeLines },
      'The answer of AEAT contains lines that match no record of the message',
    );
  const notAccepted = countCodes(answers);
  if (notAccepted.length > 0)
    logger.warn({ ...about, codes: notAccepted }, 'AEAT refused records or accepted them with errors');

  const told = { ...about, answers: answers.length, pending: settled.pending, next: settled.next };
  if (haltedReason !== null) {
    logger.error({ ...told, ...describeOutcome(outcome) }, 'A chain is halted until an operator resumes it');
  } else if (settled.isComplete && (outcome.kind === 'answered' || answers.length > 0)) {
    logger.info(told, 'Records submitted');
  } else if (settled.isComplete) {
    logger.warn(
      { ...told, ...describeOutcome(outcome) },
      'Another worker has submitted the records in the meantime',
    );
  } else {
    const failures = claim.failures + 1;
    logger.warn(
      { ...told, failures, ...describeOutcome(outcome) },
      'Not all records were answered; they are sent again',
    );
  }
}

const WRONG_CLOCKS = {
  aeat: 'The server at AEAT_URL has a wrong clock: its Date header is earlier than the service of AEAT exists. The clock of this machine is right. Check whether AEAT_URL points to AEAT',
  own: "The clock of the database, which sets the time of records, is wrong: it differs from AEAT's clock. Synchronize it by NTP",
  unclear:
    "The clock of the database, which sets the time of records, differs from AEAT's clock. Compare both with a third clock to find the wrong one",
} as const;

/**
 * Logs which clock is wrong. The metric includes differences that the engine alone may cause, and
 * an alert uses it.
 */
function reportClocks(
  { logger, metrics }: { readonly logger: Logger; readonly metrics: RemissionMetrics },
  about: object,
  serverDate: Date,
  endedAt: Date,
  machineTime: number,
): void {
  const aeat = serverDate.getTime();
  const verdict = judgeClocks({ aeat, own: endedAt.getTime(), machine: machineTime });
  const skewSeconds = Math.round((aeat - endedAt.getTime()) / 1000);
  if (verdict === 'aeat') metrics.clockSkew.remove();
  else metrics.clockSkew.set(skewSeconds);
  if (verdict === 'same') return;
  const clocks = { aeat: serverDate, database: endedAt, machine: new Date(machineTime) };
  logger.warn({ ...about, skewSeconds, clocks }, WRONG_CLOCKS[verdict]);
}

function nameOutcome(outcome: AttemptOutcome, settled: Settled, haltedReason: string | null): string {
  if (haltedReason !== null) return 'halted';
  if (outcome.kind === 'answered') return settled.isComplete ? 'answered' : 'incomplete';
  return outcome.kind === 'fault' ? 'fault' : outcome.reason;
}

function describeOutcome(outcome: AttemptOutcome): object {
  switch (outcome.kind) {
    case 'answered':
      return { reason: 'incomplete' };
    case 'fault':
      return { reason: 'fault', code: outcome.fault.code };
    case 'unknown':
      return { reason: outcome.reason, detail: outcome.detail };
  }
}

/** Counts answers by AEAT's code, formatted as `3000 × 2`. */
function countCodes(answers: readonly NewRecordAnswer[]): string[] {
  const byCode = Map.groupBy(
    answers.filter(({ state }) => state !== 'accepted'),
    ({ state, code }) => `${state} ${code ?? 'without a code'}`,
  );
  return [...byCode].map(([code, list]) => `${code} × ${list.length}`);
}
