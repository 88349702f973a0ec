import type { Pool } from 'pg';
import { TIME_UNKNOWN } from './failures.ts';
import { query } from './statement.ts';
import * as sql from './postgres.sql.ts';

const EVERY_MS = 10_000;
const AGAIN_MS = 1000;
/** A longer round trip makes the measurement too inaccurate. */
const MAX_ROUND_TRIP_MS = 500;
/** Smaller differences are measurement noise. */
const GRAIN_MS = 50;

export type DatabaseClock = Disposable & {
  /**
   * Returns the time. Until the database answers for the first time, it is that of this machine.
   */
  readonly now: () => Date;
  /**
   * Returns the time for what is stored. A record with the time of a wrong clock cannot be
   * corrected.
   * @throws DatabaseTimeUnknown until the database answers for the first time.
   */
  readonly timeToStore: () => Date;
  /** Returns whether the database has answered. */
  readonly isKnown: () => boolean;
};

/**
 * The time of the database is not known yet. It counts as an outage of the database, so the work is
 * tried again.
 */
class DatabaseTimeUnknown extends Error {
  override name = 'DatabaseTimeUnknown';
  readonly code = TIME_UNKNOWN;

  constructor() {
    super('The time of the database is not known yet');
  }
}

/**
 * Starts the clock that all processes share: PostgreSQL's, measured every ten seconds. Between
 * measurements the monotonic timer counts, so that a wrong or jumping clock of this machine affects
 * neither the order of timestamps in a chain nor the times of submissions.
 * @param onSkew called with the number of seconds by which this machine's clock is off, whenever
 *   that number changes.
 * @param onTry called after each attempt with null if the database answered, or with the error.
 */
export function startDatabaseClock(
  pool: Pool,
  onSkew: (seconds: number) => void,
  onTry: (error: Error | null) => void = () => {},
): DatabaseClock {
  const state = { offset: Date.now() - performance.now(), measured: false, stopped: false };
  let timer: NodeJS.Timeout | undefined;

  async function measure(): Promise<boolean> {
    // The time is taken after the connection is acquired, because the pool may make the caller
    // wait.
    const client = await pool.connect();
    try {
      const before = performance.now();
      const { rows } = await query(client, sql.readClock());
      const roundTrip = performance.now() - before;
      if (roundTrip > MAX_ROUND_TRIP_MS) return false;
      const offset = rows[0]!.now - (before + roundTrip / 2);
      if (!state.measured || Math.abs(offset - state.offset) > roundTrip / 2 + GRAIN_MS)
        state.offset = offset;
      state.measured = true;
      return true;
    } finally {
      client.release();
    }
  }

  let toldSkew = 0;
  function reportSkew(): void {
    const skew = Math.round((Date.now() - performance.now() - state.offset) / 1000);
    if (skew !== toldSkew && (skew !== 0 || toldSkew !== 0)) onSkew(skew);
    toldSkew = skew;
  }

  async function run(): Promise<void> {
    const isDone = await measure().then(
      (isMeasured) => {
        onTry(null);
        return isMeasured;
      },
      (error: Error) => {
        // Closing the pool makes the attempt fail.
        if (!state.stopped) onTry(error);
        return false;
      },
    );
    if (isDone) reportSkew();
    if (!state.stopped) timer = setTimeout(() => void run(), isDone ? EVERY_MS : AGAIN_MS).unref();
  }

  const now = () => new Date(performance.now() + state.offset);
  void run();
  return {
    now,
    timeToStore() {
      if (!state.measured) throw new DatabaseTimeUnknown();
      return now();
    },
    isKnown: () => state.measured,
    [Symbol.dispose]() {
      state.stopped = true;
      clearTimeout(timer);
    },
  };
}
