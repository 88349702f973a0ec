import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import {
  findStoredRenderBatches,
  listRenderBatchesInside,
  listRenderBatchesOutside,
  moveRenderBatchIn,
  moveRenderBatchOut,
  reportLostRenderBatch,
} from '../statements/outside-render-batches.ts';
import { dayOf, type RenderBatchPlace, type RenderStore } from './render-store.ts';

/** Render batches per step. Ordinary ones have 30 KB each. */
const AT_ONCE = 25;
const DAY_MS = 24 * 3600 * 1000;
/**
 * Age in days of the objects that are checked. The row of a younger object may not be committed
 * yet; older objects were checked at that age.
 */
const SWEPT_DAYS = { from: 2, to: 8 };

type Context = { readonly pool: Pool; readonly outside: RenderStore; readonly now: () => Date };

export type MovedPiece = {
  readonly moved: number;
  /** Id of the last render batch that was checked; null when there are no more. */
  readonly last: number | null;
};

/**
 * Moves some render batches.
 * @param after id of the last render batch of the previous step.
 * @throws StoreAwayError when the store is unavailable.
 */
export type MoveRenderBatches = (context: Context, after: number) => Promise<MovedPiece>;

/**
 * Moves render batches from PostgreSQL into the store. Each is briefly in both places and never in
 * neither.
 */
export const moveRenderBatchesOut: MoveRenderBatches = async ({ pool, outside, now }, after) => {
  const renderBatches = await listRenderBatchesInside(pool, after, AT_ONCE);
  const storedOn = dayOf(now());
  const moved = await Promise.all(
    renderBatches.map(async ({ id, sha256, content }) => {
      // A damaged render batch stays in PostgreSQL, where the damage is detected.
      if (!hash('sha256', content, 'buffer').equals(sha256)) return false;
      await outside.put({ storedOn, sha256 }, content);
      return moveRenderBatchOut(pool, id, storedOn);
    }),
  );
  return { moved: moved.filter(Boolean).length, last: renderBatches.at(-1)?.id ?? null };
};

/** Moves render batches from the store into PostgreSQL. */
export const moveRenderBatchesIn: MoveRenderBatches = async ({ pool, outside }, after) => {
  const renderBatches = await listRenderBatchesOutside(pool, after, AT_ONCE);
  const moved = await Promise.all(
    renderBatches.map(async (renderBatch) => {
      const content = await outside.get(renderBatch);
      if (content === null) await reportLostRenderBatch(pool, renderBatch.id);
      return content !== null && (await moveRenderBatchIn(pool, renderBatch.id, content))
        ? [renderBatch]
        : [];
    }),
  );
  await removeUnneeded(pool, outside, moved.flat());
  return { moved: moved.flat().length, last: renderBatches.at(-1)?.id ?? null };
};

/**
 * Removes objects that no row references. Two render batches with the same bytes and day share an
 * object, so the other one may still reference it.
 * @returns the number of removed objects.
 */
async function removeUnneeded(
  pool: Pool,
  outside: RenderStore,
  places: readonly RenderBatchPlace[],
): Promise<number> {
  let removed = 0;
  for (const [day, ofDay] of Map.groupBy(places, ({ storedOn }) => storedOn)) {
    const known = await findStoredRenderBatches(
      pool,
      day,
      ofDay.map(({ sha256 }) => sha256),
    );
    const unneeded = ofDay.filter(({ sha256 }) => !known.has(sha256.toString('hex')));
    for (const place of unneeded) await outside.remove(place);
    removed += unneeded.length;
  }
  return removed;
}

/**
 * Removes objects in the store that no row references. Workers that crashed between storing the
 * object and the row leave them behind.
 * @returns the number of removed objects.
 * @throws StoreAwayError when the store is unavailable.
 */
export async function sweepOrphans(pool: Pool, outside: RenderStore, now: Date): Promise<number> {
  let swept = 0;
  for (let age = SWEPT_DAYS.from; age <= SWEPT_DAYS.to; age += 1) {
    const day = dayOf(new Date(now.getTime() - age * DAY_MS));
    for await (const places of outside.list(day)) swept += await removeUnneeded(pool, outside, places);
  }
  return swept;
}
