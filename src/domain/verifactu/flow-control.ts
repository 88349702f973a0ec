/*
 * When records may be sent: Orden HAC/1177/2024, art. 16.2 and 16.4. Times are milliseconds since 1970.
 */

/** Most records that AEAT takes in one envelope; so many that wait may go before the wait is over. */
export const FULL_ENVELOPE = 1000;
/** Records that are older than this say Incidencia=S, whatever delayed them: from 240 s on AEAT would otherwise accept them with error 2004. */
const LATE_AFTER_MS = 200_000;
/** Timers differ, and AEAT's answer was under way: the wait is kept with so much to spare. */
const WAIT_MARGIN_MS = 500;
const FIRST_BACKOFF_MS = 10_000;
/** The law wants a try at least every hour. */
const MAX_BACKOFF_MS = 15 * 60_000;

/** How far the remission of a chain is. */
export type RemissionState = {
  /** Records that have no answer yet. */
  readonly pending: number;
  /** Whether an envelope was sent, or may have been, that is not answered wholly. */
  readonly hasOpenSubmission: boolean;
  readonly failures: number;
  /** null before the first envelope. */
  readonly nextAllowedAt: number | null;
  /** Somebody is sending, at most until then. */
  readonly sendingUntil: number | null;
  readonly isHalted: boolean;
};

/** Why nothing is sent now. */
export type Standstill =
  | { readonly kind: 'nothing' | 'halted' | 'busy' }
  | { readonly kind: 'wait'; readonly until: number };
export type RemissionStep = { readonly kind: 'send' } | Standstill;

/** Decides whether a chain's next envelope may go now. */
export function decideStep(state: RemissionState, now: number): RemissionStep {
  if (state.isHalted) return { kind: 'halted' };
  if (state.pending === 0) return { kind: 'nothing' };
  if (state.sendingUntil !== null && state.sendingUntil > now) return { kind: 'busy' };
  const { nextAllowedAt } = state;
  if (nextAllowedAt === null || nextAllowedAt <= now || mayOvertake(state)) return { kind: 'send' };
  return { kind: 'wait', until: nextAllowedAt };
}

/** Whether a full envelope waits: the law lets it go at once. After a failure it keeps to the backoff. */
export function mayOvertake({ pending, hasOpenSubmission, failures }: RemissionState): boolean {
  return pending >= FULL_ENVELOPE && !hasOpenSubmission && failures === 0;
}

/** When the next envelope may go after an answer, or after a message that may have arrived. */
export function endOfWait(now: number, waitSeconds: number): number {
  return waitSeconds === 0 ? now : now + waitSeconds * 1000 + WAIT_MARGIN_MS;
}

/** AEAT's wait between two messages of a chain, as the engine keeps it. In seconds. */
export type Wait = {
  /** What is kept. */
  readonly seconds: number;
  /** What AEAT told, where it is more than the engine takes for meant; null where it is not, or AEAT told none. */
  readonly excessiveSeconds: number | null;
};

/**
 * Decides which wait is kept after a message.
 * @param told TiempoEsperaEnvio of the answer in seconds; null where there is none, as the schema of AEAT allows: then the last wait goes on.
 * @param last the wait before.
 * @param mostSeconds AEAT_MAX_WAIT_SECONDS: no longer wait is kept, whoever told it and when.
 */
export function readWait(told: number | null, last: Wait, mostSeconds: number): Wait {
  if (told === null) return { ...last, seconds: Math.min(last.seconds, mostSeconds) };
  return {
    seconds: Math.min(Math.max(told, 0), mostSeconds),
    excessiveSeconds: told > mostSeconds ? told : null,
  };
}

/**
 * Time to the next try after so many failures in a row, in milliseconds: doubling up to a quarter of an hour, for ever.
 * @param random from 0 to 1: chains that failed together don't come back together.
 */
export function computeBackoff(failures: number, random: number): number {
  const most = Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(failures - 1, 0), MAX_BACKOFF_MS);
  return Math.round(most * (0.75 + random / 4));
}

/** Whether a record is so old that its envelope must say that a problem delayed it. */
export function isLate(generatedAt: number, now: number): boolean {
  return now - generatedAt > LATE_AFTER_MS;
}
