/*
 * Finds out which clock is wrong if AEAT's clock and the engine's differ. An operator who adjusts a correct clock to a wrong one would cause records
 * with wrong times.
 */

/** Larger differences cause a warning. AEAT reports differences from 240 s (error 2004). */
const TOLERANCE_MS = 60_000;
/** Date of publication of Orden HAC/1177/2024. AEAT's service did not exist before, so a clock with an earlier time is wrong. */
const EARLIEST = Date.UTC(2024, 9, 28);

/** The times of several clocks at the same moment, in milliseconds since 1970. */
export type ClockTimes = {
  /** AEAT's time, from the HTTP header `Date` of its answer. */
  readonly aeat: number;
  /** PostgreSQL's time, which the engine uses. */
  readonly engine: number;
  /** Time of the machine that sent the request. */
  readonly machine: number;
};

/**
 * `same`: the clocks agree. `aeat` or `engine`: that clock is wrong. `unclear`: the clocks differ, but it is unknown which one is wrong, because the
 * machine and PostgreSQL may use the same clock.
 */
export type ClockVerdict = 'same' | 'aeat' | 'engine' | 'unclear';

/** Determines whether AEAT's clock and the engine's differ, and which one is wrong. */
export function judgeClocks({ aeat, engine, machine }: ClockTimes): ClockVerdict {
  if (Math.abs(aeat - engine) <= TOLERANCE_MS) return 'same';
  if (aeat < EARLIEST) return engine < EARLIEST ? 'unclear' : 'aeat';
  if (engine < EARLIEST) return 'engine';
  const isMachineOfAeat = Math.abs(aeat - machine) <= TOLERANCE_MS;
  return isMachineOfAeat ? 'engine' : 'unclear';
}
