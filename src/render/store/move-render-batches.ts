import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import {
  findStoredPrints,
  listPrintsInside,
  listPrintsOutside,
  movePrintIn,
  movePrintOut,
  noteLostPrint,
} from '../statements/outside-prints.ts';
import { dayOf, type PrintPlace, type PrintStore } from './render-store.ts';

/** Of a piece: usual ones have thirty kilobytes each. */
const AT_ONCE = 25;
const DAY_MS = 24 * 3600 * 1000;
/** Younger ones may have a row that is not committed yet; older ones were looked at when they were so old. */
const SWEPT_DAYS = { from: 2, to: 8 };

type Context = { readonly pool: Pool; readonly outside: PrintStore; readonly now: () => Date };

export type MovedPiece = {
  readonly moved: number;
  /** The last print that was looked at; null: there are no more. */
  readonly last: number | null;
};

/** Moves some prints. @param after the last print of the piece before. @throws StoreAwayError */
export type MovePrints = (context: Context, after: number) => Promise<MovedPiece>;

/** From PostgreSQL into the store: each is in both places for a moment, and never in none. */
export const movePrintsOut: MovePrints = async ({ pool, outside, now }, after) => {
  const prints = await listPrintsInside(pool, after, AT_ONCE);
  const storedOn = dayOf(now());
  const moved = await Promise.all(
    prints.map(async ({ id, sha256, content }) => {
      // Damaged: it stays where that is noticed.
      if (!hash('sha256', content, 'buffer').equals(sha256)) return false;
      await outside.put({ storedOn, sha256 }, content);
      return movePrintOut(pool, id, storedOn);
    }),
  );
  return { moved: moved.filter(Boolean).length, last: prints.at(-1)?.id ?? null };
};

/** The other way. */
export const movePrintsIn: MovePrints = async ({ pool, outside }, after) => {
  const prints = await listPrintsOutside(pool, after, AT_ONCE);
  const moved = await Promise.all(
    prints.map(async (print) => {
      const content = await outside.get(print);
      if (content === null) await noteLostPrint(pool, print.id);
      return content !== null && (await movePrintIn(pool, print.id, content)) ? [print] : [];
    }),
  );
  await removeUnneeded(pool, outside, moved.flat());
  return { moved: moved.flat().length, last: prints.at(-1)?.id ?? null };
};

/** Removes objects that no row needs: of two prints with the same bytes and day the other one may. @returns how many. */
async function removeUnneeded(
  pool: Pool,
  outside: PrintStore,
  places: readonly PrintPlace[],
): Promise<number> {
  let removed = 0;
  for (const [day, ofDay] of Map.groupBy(places, ({ storedOn }) => storedOn)) {
    const known = await findStoredPrints(
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
export async function sweepOrphans(pool: Pool, outside: PrintStore, now: Date): Promise<number> {
  let swept = 0;
  for (let age = SWEPT_DAYS.from; age <= SWEPT_DAYS.to; age += 1) {
    const day = dayOf(new Date(now.getTime() - age * DAY_MS));
    for await (const places of outside.list(day)) swept += await removeUnneeded(pool, outside, places);
  }
  return swept;
}
