import { setTimeout as pauseFor } from 'node:timers/promises';
import { isDatabaseUnavailable, isTransactionConflict } from '../platform/postgres/failures.ts';

/** Pauses between retries in ms, because a restart of PostgreSQL must not lose AEAT's answer. */
const STORE_PAUSES_MS = [500, 1000, 2000, 4000, 8000];

/** Stores something again after a pause while the database is unavailable, for about 15 seconds. */
export async function persistently<T>(store: () => Promise<T>): Promise<T> {
  for (const pause of STORE_PAUSES_MS) {
    try {
      return await store();
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !isTransactionConflict(error)) throw error;
      await pauseFor(pause);
    }
  }
  return store();
}
