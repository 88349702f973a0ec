import type { Logger } from '../../platform/telemetry/logger.ts';
import type { RemissionMetrics } from '../remission-metrics.ts';
import { judgeClocks } from '../../domain/verifactu/judge-clocks.ts';
import type { NewRecordAnswer } from '../statements/remission.ts';
import type { Claim } from './claim-submission.ts';
import type { AttemptOutcome } from './judge-attempt.ts';
import type { Settled } from './settle-attempt.ts';

export type AttemptReport = {
  readonly outcome: AttemptOutcome;
  readonly endedAt: Date;
  /** End of the attempt by the clock of this machine, in ms. `endedAt` uses the engine's clock, which is that of the database. */
  readonly machineTime: number;
  readonly answers: readonly NewRecordAnswer[];
  readonly haltedReason: string | null;
  readonly strangeLines: number;
  readonly settled: Settled;
};

/**
 * Updates the metrics and writes the log of an attempt. AEAT's texts repeat names and NIFs, so the log contains only their codes; the
 * database contains the texts.
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
      'AEAT asked for a longer wait than AEAT_MAX_WAIT_SECONDS allows (TiempoEsperaEnvio): it is taken for wrong',
    );
  if (strangeLines > 0) logger.warn({ ...about, strangeLines }, 'AEAT answered lines that fit no record');
  const notAccepted = countCodes(answers);
  if (notAccepted.length > 0)
    logger.warn({ ...about, codes: notAccepted }, 'AEAT refused records or found errors in them');

  const told = { ...about, answers: answers.length, pending: settled.pending, next: settled.next };
  if (haltedReason !== null) {
    logger.error(
      { ...told, ...describeOutcome(outcome) },
      'Remission of a chain is halted until an operator resumes it',
    );
  } else if (settled.isComplete && (outcome.kind === 'answered' || answers.length > 0)) {
    logger.info(told, 'Records remitted');
  } else if (settled.isComplete) {
    logger.warn(
      { ...told, ...describeOutcome(outcome) },
      'Another worker has remitted the records meanwhile',
    );
  } else {
    const failures = claim.failures + 1;
    logger.warn(
      { ...told, failures, ...describeOutcome(outcome) },
      'Records are not all answered; they go again',
    );
  }
}

const WRONG_CLOCKS = {
  aeat: 'The clock of what answers at AEAT_URL is wrong: its Date is earlier than the service of AEAT. Nothing is wrong with the clock here; look whether AEAT_URL leads to AEAT',
  engine:
    "The clock of the database is wrong, by which records are stamped: AEAT's is another one. Set it by NTP",
  unclear:
    "The clock of the database, by which records are stamped, is not AEAT's. Compare both with a third one before either is blamed",
} as const;

/** Logs which clock is wrong. The metric includes differences that the engine alone may cause, and an alert uses it. */
function reportClocks(
  { logger, metrics }: { readonly logger: Logger; readonly metrics: RemissionMetrics },
  about: object,
  serverDate: Date,
  endedAt: Date,
  machineTime: number,
): void {
  const aeat = serverDate.getTime();
  const verdict = judgeClocks({ aeat, engine: endedAt.getTime(), machine: machineTime });
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
