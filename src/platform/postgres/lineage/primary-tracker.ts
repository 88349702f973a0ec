import type { ClientBase, Pool } from 'pg';
import { markAll, replaceIdentity } from './restores.ts';
import { describeSuperseded, type ActiveLineage, judgeLineage, takeIntoUse } from './lineage.ts';
import { createLineageMemory, type LineageStore } from './lineage-memory.ts';
import { nameLineage, readLogPosition } from './log-position.ts';
import { createLogTracker, type EarlierLog, type LogStore } from './log-tracker.ts';
import { readGivenIds, skipIdsOf } from './lost-ids.ts';

/**
 * Tracks, from outside the database, which database the engine used last (ops/adr/0019). The states
 * of a database are described in lineage.ts.
 */
export type PrimaryTracker = {
  /**
   * Determines the database that a connection leads to. A database that was never active, or is on
   * a newer timeline, becomes active after its chains are marked for comparison with AEAT. The
   * chains of a superseded one are marked as well, and it stays inactive. Stores the positions of
   * the database's log and ids.
   * @returns the active lineage, and why that of the connection is not active.
   */
  look(connection: Pool | ClientBase): Promise<Sight>;
  /**
   * Returns the active lineage, to be checked before issuing or sending; null if it is not known.
   */
  recall(): Promise<string | null>;
  /**
   * Returns why the database of a connection must not be used; null if it may be. Changes nothing.
   */
  explain(connection: Pool | ClientBase): Promise<string | null>;
};

export type Sight = { readonly inUse: string | null; readonly whySuperseded: string | null };

/** What a tracker reports to operators. */
export type TrackerReports = {
  /** The log of the database ends before a position that was seen in it. */
  readonly onEarlier: (found: EarlierLog) => void;
  /** The database became active instead of another one. */
  readonly onReplaced: (found: {
    readonly superseded: string;
    readonly inUse: string;
    readonly chains: number;
  }) => void;
  /** The database is superseded. */
  readonly onSuperseded: (
    found: { readonly inUse: string; readonly superseded: string; readonly chains: number },
    why: string,
  ) => void;
};

/**
 * SQLSTATEs of a database that is not migrated, a standby, a read-only database, or a service that
 * reports no positions. Either nothing is issued there, or the identity of the database alone
 * decides.
 */
const SILENT = new Set(['42883', '42501', '55000', '25006', '0A000']);

/**
 * The number of attempts. If two processes find two databases at the same time, the second must
 * look again.
 */
const ATTEMPTS = 5;

/**
 * Creates a tracker. A superseded primary, or an old disk that is mounted again, does not contain
 * what was issued elsewhere since, and appears correct by itself. While the store is unavailable,
 * the lineage that this process has seen applies.
 */
export function createPrimaryTracker(
  store: LineageStore & LogStore,
  prefix: string,
  reports: TrackerReports,
): PrimaryTracker {
  const memory = createLineageMemory(store, prefix);
  const lookAtLog = createLogTracker(store, prefix, reports.onEarlier);
  const idsKey = `${prefix}:ids`;
  /** The actions that this process has already done once. */
  const done = new Set<string>();

  async function settle(connection: ClientBase, lineage: string): Promise<Sight> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const inUse = await memory.recall();
      const found = judgeLineage(inUse, lineage);
      if (inUse !== null && found === 'superseded') return closeSuperseded(connection, inUse, lineage);
      if (inUse !== null && found === 'active') await leapAfterOrder(connection, inUse);
      const isSettled =
        found === 'active' ||
        (inUse === null
          ? await memory.replace(null, { generation: 1, lineage, superseded: [] })
          : await take(connection, inUse, lineage));
      if (isSettled) return { inUse: lineage, whySuperseded: null };
    }
    throw new Error('The active database changed again and again while it was being determined');
  }

  /**
   * Marks the chains before the database becomes active, because a database that was active in
   * between may have sent records that this one lacks.
   */
  async function take(connection: ClientBase, inUse: ActiveLineage, lineage: string): Promise<boolean> {
    const { now } = await readLogPosition(connection);
    const { length: chains } = await markAll(connection, now);
    await replaceIdentity(connection, now);
    const next = takeIntoUse(inUse, lineage);
    await leap(connection, next);
    if (!(await memory.replace(inUse, next))) return false;
    reports.onReplaced({ superseded: inUse.lineage, inUse: lineage, chains });
    return true;
  }

  async function closeSuperseded(
    connection: ClientBase,
    inUse: ActiveLineage,
    lineage: string,
  ): Promise<Sight> {
    const whySuperseded = describeSuperseded(inUse, lineage);
    const what = `closed ${inUse.generation} ${lineage}`;
    if (!done.has(what)) {
      const { now } = await readLogPosition(connection);
      const { length: chains } = await markAll(connection, now);
      // Connections that are opened together find the same state. Each marks the chains before it
      // is used; one reports it.
      if (!done.has(what))
        reports.onSuperseded({ inUse: inUse.lineage, superseded: lineage, chains }, whySuperseded);
      done.add(what);
    }
    return { inUse: inUse.lineage, whySuperseded };
  }

  /**
   * Advances the ids after an operator's order. The command that gives the order marks the chains,
   * but only workers may advance ids.
   */
  async function leapAfterOrder(connection: ClientBase, inUse: ActiveLineage): Promise<void> {
    const what = `leapt ${inUse.generation} ${inUse.lineage}`;
    // The first lineage replaces none. A worker that made a lineage active has already advanced the
    // ids; repeating it changes nothing.
    if (inUse.generation === 1 || done.has(what)) return;
    await leap(connection, inUse);
    done.add(what);
  }

  async function leap(connection: ClientBase, { generation, lineage }: ActiveLineage): Promise<void> {
    const given = await store.get(idsKey).catch(() => null);
    await skipIdsOf(connection, `in use as number ${generation}: ${lineage}`, given);
  }

  async function recordGivenIds(connection: ClientBase): Promise<void> {
    const given = await readGivenIds(connection);
    await store.set(idsKey, given).catch(() => {});
  }

  async function look(connection: ClientBase): Promise<Sight> {
    const lineage = await nameLineage(connection);
    const sight = await settle(connection, lineage);
    await lookAtLog(connection, lineage);
    if (sight.whySuperseded === null) await recordGivenIds(connection);
    return sight;
  }

  return {
    look: (connection) =>
      withOne(connection, look).catch((error: { code?: string }) => {
        if (!SILENT.has(error.code ?? '')) throw error;
        return { inUse: null, whySuperseded: null };
      }),
    recall: async () => (await memory.recall())?.lineage ?? null,
    async explain(connection) {
      const inUse = await memory.recall();
      if (inUse === null) return null;
      const lineage = await nameLineage(connection);
      return judgeLineage(inUse, lineage) === 'superseded' ? describeSuperseded(inUse, lineage) : null;
    },
  };
}

const isPool = (connection: Pool | ClientBase): connection is Pool => 'idleCount' in connection;

/**
 * Runs `work` on one connection. While an address changes, the connections of a pool may lead to
 * different databases, and the database that is marked must be the one that becomes active.
 */
async function withOne<T>(connection: Pool | ClientBase, work: (one: ClientBase) => Promise<T>): Promise<T> {
  if (!isPool(connection)) return work(connection);
  const client = await connection.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
