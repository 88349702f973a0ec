import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import {
  findStoredPrints,
  listPrintsToMove,
  movePrintIn,
  movePrintOut,
  noteLostPrint,
  type PrintToMove,
} from '../persistence/rendering/outside-prints.ts';
import { dayOf, type PrintStore } from '../print-store/print-store.ts';

/** Of a piece, some hundred kilobytes each at most, usually thirty. */
const AT_ONCE = 25;
const DAY_MS = 24 * 3600 * 1000;
/** Younger ones may have a row that is not committed yet; older ones were looked at when they were so old. */
const SWEPT_DAYS = { from: 2, to: 8 };

export type MovedPiece = {
  readonly moved: number;
  /** The last print that was looked at; null: there are no more. */
  readonly last: number | null;
};

/**
 * Moves some prints to where new ones go. Each is in both places for a moment, and never in none.
 * @param out from PostgreSQL into the store, or back. @param after the last print of the piece before.
 * @throws StoreAwayError
 */
export async function movePrints(
  { pool, outside, now }: { readonly pool: Pool; readonly outside: PrintStore; readonly now: () => Date },
  out: boolean,
  after: number,
): Promise<MovedPiece> {
  const prints = await listPrintsToMove(pool, out, after, AT_ONCE);
  const moved = await Promise.all(
    prints.map((print) => (out ? moveOut(pool, outside, print, now()) : moveIn(pool, outside, print))),
  );
  return { moved: moved.filter(Boolean).length, last: prints.at(-1)?.id ?? null };
}

async function moveOut(pool: Pool, outside: PrintStore, print: PrintToMove, now: Date): Promise<boolean> {
  const { id, sha256, content } = print;
  // Damaged: it stays where that is noticed.
  if (!hash('sha256', content!, 'buffer').equals(sha256)) return false;
  const storedOn = dayOf(now);
  await outside.put({ storedOn, sha256 }, content!);
  return movePrintOut(pool, id, storedOn);
}

async function moveIn(
  pool: Pool,
  outside: PrintStore,
  { id, sha256, storedOn }: PrintToMove,
): Promise<boolean> {
  const place = { storedOn: storedOn!, sha256 };
  const content = await outside.get(place);
  if (content === null || !(await movePrintIn(pool, id, content))) {
    if (content === null) await noteLostPrint(pool, id);
    return false;
  }
  // Of two prints with the same bytes and day the other one still needs them.
  const known = await findStoredPrints(pool, place.storedOn, [sha256]);
  if (known.size === 0) await outside.remove(place);
  return true;
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
    for await (const places of outside.list(day)) {
      const known = await findStoredPrints(
        pool,
        day,
        places.map(({ sha256 }) => sha256),
      );
      for (const place of places.filter(({ sha256 }) => !known.has(sha256.toString('hex')))) {
        await outside.remove(place);
        swept += 1;
      }
    }
  }
  return swept;
}
