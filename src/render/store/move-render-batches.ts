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

/** Of a piece: usual ones have thirty kilobytes each. */
const AT_ONCE = 25;
const DAY_MS = 24 * 3600 * 1000;
/** Younger ones may have a row that is not committed yet; older ones were looked at when they were so old. */
const SWEPT_DAYS = { from: 2, to: 8 };

type Context = { readonly pool: Pool; readonly outside: RenderStore; readonly now: () => Date };

export type MovedPiece = {
  readonly moved: number;
  /** The last render batch that was looked at; null: there are no more. */
  readonly last: number | null;
};

/** Moves some render batches. @param after the last render batch of the piece before. @throws StoreAwayError */
export type MoveRenderBatches = (context: Context, after: number) => Promise<MovedPiece>;

/** From PostgreSQL into the store: each is in both places for a moment, and never in none. */
export const moveRenderBatchesOut: MoveRenderBatches = async ({ pool, outside, now }, after) => {
  const renderBatches = await listRenderBatchesInside(pool, after, AT_ONCE);
  const storedOn = dayOf(now());
  const moved = await Promise.all(
    renderBatches.map(async ({ id, sha256, content }) => {
      // Damaged: it stays where that is noticed.
      if (!hash('sha256', content, 'buffer').equals(sha256)) return false;
      await outside.put({ storedOn, sha256 }, content);
      return moveRenderBatchOut(pool, id, storedOn);
    }),
  );
  return { moved: moved.filter(Boolean).length, last: renderBatches.at(-1)?.id ?? null };
};

/** The other way. */
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

/** Removes objects that no row needs: of two render batches with the same bytes and day the other one may. @returns how many. */
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
 * Removes what lies in the store and no row knows: of workers that died between the two.
 * @returns how many objects.
 * @throws StoreAwayError
 */
export async function sweepOrphans(pool: Pool, outside: RenderStore, now: Date): Promise<number> {
  let swept = 0;
  for (let age = SWEPT_DAYS.from; age <= SWEPT_DAYS.to; age += 1) {
    const day = dayOf(new Date(now.getTime() - age * DAY_MS));
    for await (const places of outside.list(day)) swept += await removeUnneeded(pool, outside, places);
  }
  return swept;
}
