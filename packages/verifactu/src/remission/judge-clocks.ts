/*
 * Finds out which clock is wrong if AEAT's clock and the sender's differ. An operator who adjusts a
 * correct clock to a wrong one would cause records with wrong times.
 */

/** Larger differences cause a warning. AEAT reports differences from 240 s (error 2004). */
const TOLERANCE_MS = 60_000;
/**
 * Date of publication of Orden HAC/1177/2024. AEAT's service did not exist before, so a clock with
 * an earlier time is wrong.
 */
const EARLIEST = Date.UTC(2024, 9, 28);

/** The times of several clocks at the same moment, in milliseconds since 1970. */
export type ClockTimes = {
  /** AEAT's time, from the HTTP header `Date` of its answer. */
  readonly aeat: number;
  /** Time of the clock from which records take their time, for example that of the database. */
  readonly own: number;
  /** Time of the machine that sent the request. */
  readonly machine: number;
};

/**
 * `same`: the clocks agree. `aeat` or `own`: that clock is wrong. `unclear`: the clocks differ, but
 * it is unknown which one is wrong, because the machine and the sender may use the same clock.
 */
export type ClockVerdict = 'same' | 'aeat' | 'own' | 'unclear';

/** Determines whether AEAT's clock and the sender's differ, and which one is wrong. */
export function judgeClocks({ aeat, own, machine }: ClockTimes): ClockVerdict {
  if (Math.abs(aeat - own) <= TOLERANCE_MS) return 'same';
  if (aeat < EARLIEST) return own < EARLIEST ? 'unclear' : 'aeat';
  if (own < EARLIEST) return 'own';
  const isMachineOfAeat = Math.abs(aeat - machine) <= TOLERANCE_MS;
  return isMachineOfAeat ? 'own' : 'unclear';
}
