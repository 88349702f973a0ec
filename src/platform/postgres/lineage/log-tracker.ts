import type { ClientBase, Pool } from 'pg';
import { skipIdsOf } from './lost-ids.ts';
import { readLogPosition } from './log-position.ts';
import { markChains } from './restores.ts';

/** Keeps texts outside the database: Redis. */
export type LogStore = {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<unknown>;
};

/**
 * Looks whether the write-ahead log of the database goes at least as far as it was seen to go, and notes how far it goes now. Where it does not,
 * all chains are marked, so that each is compared with AEAT before anything is issued in it.
 */
export type LogTracker = (connection: Pool | ClientBase, lineage: string) => Promise<void>;

/** What a tracker found. */
export type EarlierLog = { readonly chains: number; readonly missingBytes: number };

/**
 * Opens a tracker outside the database. A base backup or the copy of a disk that is started as it is has the identity of the database that it was taken
 * from, and nothing inside tells that the last batches and records are missing: only that its log ends earlier. Where the store is away, what
 * this process has seen counts.
 * @param onEarlier hears of a log that ends before what was seen of it.
 */
export function createLogTracker(
  store: LogStore,
  prefix: string,
  onEarlier: (found: EarlierLog) => void,
): LogTracker {
  const seen = new Map<string, bigint>();
  let told: bigint | null = null;

  async function recall(key: string): Promise<bigint> {
    const stored = await store.get(key).catch(() => null);
    const [own, others] = [seen.get(key) ?? 0n, BigInt(stored ?? 0)];
    return own > others ? own : others;
  }

  return async (connection, lineage) => {
    const key = `${prefix}:log:${lineage}`;
    // Before the position is read: what others note meanwhile must not look like a loss.
    const known = await recall(key);
    const { bytes, now } = await readLogPosition(connection);
    if (bytes < known) {
      // Connections that are opened together find the same loss: each marks before it is used, one tells.
      const isTold = told === known;
      told = known;
      const { length: chains } = await markChains(connection, now, null);
      await skipIdsOf(connection, `${key} ${known}`);
      if (!isTold) onEarlier({ chains, missingBytes: Number(known - bytes) });
    }
    seen.set(key, bytes);
    await store.set(key, String(bytes)).catch(() => {});
  };
}
