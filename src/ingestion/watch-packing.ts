import type { Pool } from 'pg';
import { readPacking } from '../persistence/packs/packing.ts';

/** Until it is asked again: an operator begins once, and nothing is lost meanwhile. */
const PATIENCE_MS = 60_000;

/** @returns what tells whether packing has begun. It never ends; while it has not, nobody asks more often than once a minute. False where the database does not tell. */
export function watchPacking(pool: Pool): () => Promise<boolean> {
  let knownUntil = 0;
  let hasBegun = Promise.resolve(false);
  return () => {
    if (performance.now() < knownUntil) return hasBegun;
    knownUntil = performance.now() + PATIENCE_MS;
    hasBegun = readPacking(pool, 0).then(
      (packing) => {
        if (packing !== null) knownUntil = Infinity;
        return packing !== null;
      },
      () => {
        knownUntil = 0;
        return false;
      },
    );
    return hasBegun;
  };
}
