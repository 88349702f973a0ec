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

/** Pause after a full pass over the render batches, and after a failure. */
const REST_MS = 60_000;
/** Minimum pause between two steps, so that rendering for clients has priority. */
const LEAST_PAUSE_MS = 200;
const SWEEP_EVERY_MS = 24 * 3600 * 1000;

export type MoveRenderBatchesOptions = {
  readonly pool: Pool;
  readonly outside: RenderStore;
  /** Target of the move: true for the render store, false for PostgreSQL. */
  readonly out: boolean;
  readonly tracker: Pick<PrimaryTracker, 'look'>;
  readonly logger: Logger;
  readonly now: () => Date;
};

/**
 * Moves existing render batches step by step to where new ones are stored, and removes orphaned
 * objects from the store once a day, until it is disposed of. Every worker that renders PDFs does
 * this; render batches that another worker has moved meanwhile are skipped.
 */
export function startMovingRenderBatches(options: MoveRenderBatchesOptions): AsyncDisposable {
  const { pool, outside, out, tracker, logger, now } = options;
  const moveRenderBatches = out ? moveRenderBatchesOut : moveRenderBatchesIn;
  const state = { stopped: false, after: 0, moved: 0, sweptAt: -Infinity, isFailing: false };
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();

  /**
   * Moves the next render batches.
   * @returns milliseconds until the next round.
   */
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
        out
          ? 'Render batches were moved to the object store'
          : 'Render batches were moved back to PostgreSQL',
      );
    Object.assign(state, { after: 0, moved: 0 });
    if (now().getTime() - state.sweptAt > SWEEP_EVERY_MS) await sweep();
    return REST_MS;
  }

  /**
   * Removes orphaned objects, but only if the database is the primary: another database may lack
   * rows whose objects are needed.
   */
  async function sweep(): Promise<void> {
    const { whySuperseded } = await tracker.look(pool);
    if (whySuperseded !== null) return;
    const swept = await sweepOrphans(pool, outside, now());
    if (swept > 0)
      logger.info(
        { objects: swept },
        'Objects that belong to no render batch were removed from the object store',
      );
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
          'Render batches cannot be moved or swept now; the worker retries',
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
