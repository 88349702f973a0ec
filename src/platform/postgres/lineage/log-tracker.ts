import type { ClientBase, Pool } from 'pg';
import { skipIdsOf } from './lost-ids.ts';
import { readLogPosition } from './log-position.ts';
import { markAll } from './restores.ts';

/** A store outside the database: Redis. */
export type LogStore = {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<unknown>;
};

/**
 * Checks that the write-ahead log of the database has not become shorter, and stores its current
 * end position. If it is shorter than before, all chains are marked, so that each is compared with
 * AEAT before anything is issued in it.
 */
export type LogTracker = (connection: Pool | ClientBase, lineage: string) => Promise<void>;

/** The finding of a tracker: the number of marked chains and of missing bytes of the log. */
export type EarlierLog = { readonly chains: number; readonly missingBytes: number };

/**
 * Creates a tracker that stores positions outside the database. A base backup or disk copy that is
 * started without recovery has the identity of its source. Nothing inside it shows that the last
 * batches and records are missing, except that its log ends earlier. While the store is
 * unavailable, the positions that this process has seen apply.
 * @param onEarlier receives the finding when the log ends before a position that was seen.
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
    // Read before the log position: a position that another process stores meanwhile must not look
    // like a loss.
    const known = await recall(key);
    const { bytes, now } = await readLogPosition(connection);
    if (bytes < known) {
      // Connections that are opened together find the same loss. Each marks the chains before it is
      // used; one reports the loss.
      const isTold = told === known;
      told = known;
      const { length: chains } = await markAll(connection, now);
      await skipIdsOf(connection, `${key} ${known}`);
      if (!isTold) onEarlier({ chains, missingBytes: Number(known - bytes) });
    }
    seen.set(key, bytes);
    await store.set(key, String(bytes)).catch(() => {});
  };
}
