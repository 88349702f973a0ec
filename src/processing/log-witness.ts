import type { ClientBase, Pool } from 'pg';
import { nameHistory, readLogPosition } from '../persistence/log-position.ts';
import { markChains } from '../persistence/restores.ts';
import type { Logger } from '../telemetry/logger.ts';

/** Keeps texts outside the database: Redis. */
export type WitnessStore = {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<unknown>;
};

/**
 * A witness outside the database of how far its write-ahead log went. A base backup or the copy of a disk that is started as it is has the identity of
 * the database that it was taken from, and nothing inside tells that the last batches and records are missing: only that its log ends earlier.
 */
export type LogWitness = {
  /**
   * Looks whether the log goes at least as far as it was seen to go, and notes how far it goes now. Where it does not, all chains are marked, so
   * that each is compared with AEAT before anything is issued in it, and the log says so.
   */
  look(connection: Pool | ClientBase): Promise<void>;
};

/** A database that is not migrated, a standby, or a service that tells no positions: nothing is issued there, or only its identity tells. */
const SILENT = new Set(['42883', '42501', '55000', '0A000']);

/** Opens the witness. Where the store is away, what this process has seen counts. */
export function openLogWitness(
  store: WitnessStore,
  prefix: string,
  logger: Pick<Logger, 'error'>,
): LogWitness {
  const seen = new Map<string, bigint>();

  async function recall(key: string): Promise<bigint> {
    const stored = await store.get(key).catch(() => null);
    const [own, others] = [seen.get(key) ?? 0n, BigInt(stored ?? 0)];
    return own > others ? own : others;
  }

  async function look(connection: Pool | ClientBase): Promise<void> {
    const key = `${prefix}:log:${await nameHistory(connection)}`;
    // Before the position is read: what others note meanwhile must not look like a loss.
    const known = await recall(key);
    const { bytes, now } = await readLogPosition(connection);
    if (bytes < known) {
      const marked = await markChains(connection, now, null);
      logger.error(
        { chains: marked.length, missingBytes: Number(known - bytes) },
        'The database ends before what was seen of it: an earlier copy of it was started. AEAT is asked about each of its chains, by itself; in none is anything issued or sent before it told that it knows no more (npm run chains; ops/backup/README.md)',
      );
    }
    seen.set(key, bytes);
    await store.set(key, String(bytes)).catch(() => {});
  }

  return {
    look: (connection) =>
      look(connection).catch((error: { code?: string }) => {
        if (!SILENT.has(error.code ?? '')) throw error;
      }),
  };
}
