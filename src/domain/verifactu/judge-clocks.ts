/*
 * Whose clock is wrong, where AEAT's is not the engine's: whoever sets the right clock by a wrong one makes records with wrong times.
 */

/** From here on a clock is worth a warning; AEAT itself complains from 240 s on (2004). */
const TOLERANCE_MS = 60_000;
/** Orden HAC/1177/2024 was published on this day: no service of AEAT answered before, and no right clock tells an earlier time. */
const EARLIEST = Date.UTC(2024, 9, 28);

/** Times of one moment, by the clocks that are asked, in milliseconds since 1970. */
export type ClockTimes = {
  /** As the HTTP header `Date` of the answer tells it. */
  readonly aeat: number;
  /** PostgreSQL's, by which the engine goes. */
  readonly engine: number;
  /** Of the machine that asks. */
  readonly machine: number;
};

/**
 * `same`: nothing is wrong. `aeat`, `engine`: that one is wrong. `unclear`: they differ, and nothing here tells which is wrong, for the clocks of an installation may be one and the same.
 */
export type ClockVerdict = 'same' | 'aeat' | 'engine' | 'unclear';

/** Judges whether AEAT's clock and the engine's differ, and which of them is wrong. */
export function judgeClocks({ aeat, engine, machine }: ClockTimes): ClockVerdict {
  if (Math.abs(aeat - engine) <= TOLERANCE_MS) return 'same';
  if (aeat < EARLIEST) return engine < EARLIEST ? 'unclear' : 'aeat';
  if (engine < EARLIEST) return 'engine';
  const isMachineOfAeat = Math.abs(aeat - machine) <= TOLERANCE_MS;
  return isMachineOfAeat ? 'engine' : 'unclear';
}
