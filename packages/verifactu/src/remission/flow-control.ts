/*
 * Flow control of the remission to AEAT (Orden HAC/1177/2024, art. 16.2 and 16.4). Times are
 * milliseconds since 1970.
 *
 * The next envelope of a chain is sent when AEAT's waiting time is over. A full envelope need not
 * wait, unless an earlier message is unanswered or failed. After a failure, the same records are
 * sent again with exponential backoff until AEAT answers.
 */

/**
 * Maximum number of records in one envelope. If this many records are pending, they may be sent
 * before the waiting time is over.
 */
export const FULL_ENVELOPE = 1000;
/**
 * Older records are sent with Incidencia=S, whatever delayed them. Without it, AEAT accepts records
 * older than 240 s with error 2004.
 */
const LATE_AFTER_MS = 200_000;
/**
 * Margin added to AEAT's waiting time, because timers differ and the answer took time to arrive.
 */
const WAIT_MARGIN_MS = 500;

/** State of the remission of a chain. */
export type RemissionState = {
  /** Number of records without an answer. */
  readonly pending: number;
  /** Whether an envelope was sent, or may have been sent, that AEAT has not completely answered. */
  readonly hasOpenSubmission: boolean;
  readonly failures: number;
  /** null before the first envelope. */
  readonly nextAllowedAt: number | null;
  /** End of the lease of the worker that is sending now; null if none is. */
  readonly sendingUntil: number | null;
  readonly isHalted: boolean;
};

/** The reason why nothing is sent now. */
export type Standstill =
  | { readonly kind: 'nothing' | 'halted' | 'busy' }
  | { readonly kind: 'wait'; readonly until: number };
export type RemissionStep = { readonly kind: 'send' } | Standstill;

/**
 * No lease is so long. A later end was stored while the clock of the database was ahead, and the
 * lease counts as over.
 */
const NO_LEASE_MS = 24 * 3_600_000;

/** Returns whether the lease of a worker that sends is in force. */
export function isLeased(sendingUntil: number | null, now: number): sendingUntil is number {
  return sendingUntil !== null && sendingUntil > now && sendingUntil - now < NO_LEASE_MS;
}

/** Decides whether the next envelope of a chain may be sent now. */
export function decideStep(state: RemissionState, now: number): RemissionStep {
  if (state.isHalted) return { kind: 'halted' };
  if (state.pending === 0) return { kind: 'nothing' };
  if (isLeased(state.sendingUntil, now)) return { kind: 'busy' };
  const { nextAllowedAt } = state;
  if (nextAllowedAt === null || nextAllowedAt <= now || mayOvertake(state)) return { kind: 'send' };
  return { kind: 'wait', until: nextAllowedAt };
}

/**
 * Returns whether a full envelope is pending, which the law allows to be sent at once. After a
 * failure the backoff applies.
 */
export function mayOvertake({ pending, hasOpenSubmission, failures }: RemissionState): boolean {
  return pending >= FULL_ENVELOPE && !hasOpenSubmission && failures === 0;
}

/**
 * Returns when the next envelope may be sent after an answer, or after a message that may have
 * arrived.
 */
export function endOfWait(now: number, waitSeconds: number): number {
  return waitSeconds === 0 ? now : now + waitSeconds * 1000 + WAIT_MARGIN_MS;
}

/** Waiting time between two messages of a chain. */
export type Wait = {
  /** The waiting time that is kept, in seconds. */
  readonly seconds: number;
  /** AEAT's waiting time if it exceeds the maximum; otherwise null. */
  readonly excessiveSeconds: number | null;
};

/**
 * Determines the waiting time after a message.
 * @param told TiempoEsperaEnvio of the answer in seconds; null if the answer has none, which AEAT's
 *   schema allows. The previous waiting time then remains in force.
 * @param last the previous waiting time.
 * @param mostSeconds the maximum waiting time.
 */
export function readWait(told: number | null, last: Wait, mostSeconds: number): Wait {
  if (told === null) return { ...last, seconds: Math.min(last.seconds, mostSeconds) };
  return {
    seconds: Math.min(Math.max(told, 0), mostSeconds),
    excessiveSeconds: told > mostSeconds ? told : null,
  };
}

/** Returns whether a record is so old that its envelope must declare an incident (Incidencia=S). */
export function isLate(generatedAt: number, now: number): boolean {
  return now - generatedAt > LATE_AFTER_MS;
}
