import type { Pool } from 'pg';
import { query } from './statement.ts';
import * as sql from './postgres.sql.ts';

const EVERY_MS = 10_000;
const AGAIN_MS = 1000;
/** A longer round trip says too little about the time in the middle of it. */
const MAX_ROUND_TRIP_MS = 500;
/** Differences below this are those of the measuring. */
const GRAIN_MS = 50;

export type DatabaseClock = Disposable & {
  readonly now: () => Date;
};

/**
 * The clock that all processes share: PostgreSQL's, measured every ten seconds. In between the monotonic timer counts, so that a clock
 * of this machine that is wrong, or that jumps, changes nothing: not the order of stamps in a chain, not who may send when. Until
 * the database answers for the first time it is the machine's own.
 * @param onSkew told when this machine's clock is found to be off by so many seconds.
 * @param onTry told of each try whether the database answered (null) or why it did not: whoever measures is the first to know.
 */
export function startDatabaseClock(
  pool: Pool,
  onSkew: (seconds: number) => void,
  onTry: (error: Error | null) => void = () => {},
): DatabaseClock {
  const state = { offset: Date.now() - performance.now(), measured: false, stopped: false };
  let timer: NodeJS.Timeout | undefined;

  async function measure(): Promise<boolean> {
    // Connected before the time is taken: the pool may keep one waiting.
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
        // The pool is closed while one ends.
        if (!state.stopped) onTry(error);
        return false;
      },
    );
    if (isDone) reportSkew();
    if (!state.stopped) timer = setTimeout(() => void run(), isDone ? EVERY_MS : AGAIN_MS).unref();
  }

  void run();
  return {
    now: () => new Date(performance.now() + state.offset),
    [Symbol.dispose]() {
      state.stopped = true;
      clearTimeout(timer);
    },
  };
}
