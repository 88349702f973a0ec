import type { Pool } from 'pg';
import { isDatabaseUnavailable } from '../src/platform/postgres/failures.ts';
import type { PrimaryTracker } from '../src/platform/postgres/lineage/primary-tracker.ts';
import { type RenderStore, StoreAwayError } from '../src/render/store/render-store.ts';
import {
  moveRenderBatchesIn,
  moveRenderBatchesOut,
  sweepOrphans,
} from '../src/render/store/move-render-batches.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';

/** After the last render batch was looked at, and while something is away. */
const REST_MS = 60_000;
/** So that render batches for those who wait come first. */
const LEAST_PAUSE_MS = 200;
const SWEEP_EVERY_MS = 24 * 3600 * 1000;

export type MoveRenderBatchesOptions = {
  readonly pool: Pool;
  readonly outside: RenderStore;
  /** Where render batches are to lie: in the store, or in PostgreSQL. */
  readonly out: boolean;
  readonly tracker: Pick<PrimaryTracker, 'look'>;
  readonly logger: Logger;
  readonly now: () => Date;
};

/**
 * Moves what was printed before to where new render batches go, bit by bit, and sweeps the store once a day, until it is disposed of. Every worker that render batches does it: what another one moved
 * meanwhile is left alone.
 */
export function startMovingRenderBatches(options: MoveRenderBatchesOptions): AsyncDisposable {
  const { pool, outside, out, tracker, logger, now } = options;
  const moveRenderBatches = out ? moveRenderBatchesOut : moveRenderBatchesIn;
  const state = { stopped: false, after: 0, moved: 0, sweptAt: -Infinity, isFailing: false };
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();

  /** @returns milliseconds until the next round. */
  async function run(): Promise<number> {
    const begun = performance.now();
    const { moved, last } = await moveRenderBatches(options, state.after);
    state.moved += moved;
    if (last !== null) {
      state.after = last;
      return Math.max(performance.now() - begun, LEAST_PAUSE_MS);
    }
    if (state.moved > 0)
      logger.info(
        { renderBatches: state.moved },
        out ? 'Prints were moved into the store' : 'Prints were moved back into PostgreSQL',
      );
    Object.assign(state, { after: 0, moved: 0 });
    if (now().getTime() - state.sweptAt > SWEEP_EVERY_MS) await sweep();
    return REST_MS;
  }

  /** Where the database is not the one in use, rows may be missing whose objects are needed. */
  async function sweep(): Promise<void> {
    const { whySuperseded } = await tracker.look(pool);
    if (whySuperseded !== null) return;
    const swept = await sweepOrphans(pool, outside, now());
    if (swept > 0)
      logger.info({ objects: swept }, 'Objects that no render batch needs were removed from the store');
    state.sweptAt = now().getTime();
  }

  async function runSafely(): Promise<number> {
    try {
      const pause = await run();
      state.isFailing = false;
      return pause;
    } catch (error) {
      const isAway = error instanceof StoreAwayError || isDatabaseUnavailable(error);
      if (!state.isFailing || !isAway)
        logger[isAway ? 'warn' : 'error'](
          { err: error },
          'Render batches cannot be moved or swept now; it is tried again',
        );
      state.isFailing = true;
      return REST_MS;
    }
  }

  function schedule(pause: number): void {
    if (state.stopped) return;
    timer = setTimeout(() => {
      round = runSafely().then(schedule);
    }, pause);
  }

  schedule(LEAST_PAUSE_MS);
  return {
    async [Symbol.asyncDispose]() {
      state.stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
