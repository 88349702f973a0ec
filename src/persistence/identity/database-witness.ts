import type { ClientBase, Pool } from 'pg';
import { markChains, replaceIdentity } from '../operating/restores.ts';
import { describeLeft, type HistoryInUse, placeHistory, takeIntoUse } from './history.ts';
import { createHistoryMemory, type HistoryStore } from './history-memory.ts';
import { nameHistory, readLogPosition } from './log-position.ts';
import { createLogWitness, type EarlierLog, type LogStore } from './log-witness.ts';
import { readGivenIds, skipIdsOf } from './lost-ids.ts';

/** Knows from outside the database whether it is the one that was used last. */
export type DatabaseWitness = {
  /**
   * Looks which database a connection leads to. One that was never used before, or is a newer timeline, is taken into use, its chains marked before: each is
   * compared with AEAT. One that was left has its chains marked and stays out of use. Notes how far its log and its ids go.
   * @returns what is in use then, and why the connection's is not.
   */
  look(connection: Pool | ClientBase): Promise<Sight>;
  /** The history in use, for whoever is about to issue or send; null where nobody knows. */
  recall(): Promise<string | null>;
  /** Says why the database of a connection must not be worked with; null where it may. Changes nothing. */
  explain(connection: Pool | ClientBase): Promise<string | null>;
};

export type Sight = { readonly inUse: string | null; readonly whyLeft: string | null };

/** What a witness tells people. */
export type WitnessReports = {
  /** Its log ends before what was seen of it. */
  readonly onEarlier: (found: EarlierLog) => void;
  /** It was taken into use instead of another one. */
  readonly onReplaced: (found: {
    readonly left: string;
    readonly inUse: string;
    readonly chains: number;
  }) => void;
  /** It is one that was left. */
  readonly onLeft: (
    found: { readonly inUse: string; readonly left: string; readonly chains: number },
    why: string,
  ) => void;
};

/**
 * A database that is not migrated, a standby, one that is read-only, or a service that tells no positions: nothing is issued there, or only its
 * identity tells.
 */
const SILENT = new Set(['42883', '42501', '55000', '25006', '0A000']);

/** Two processes that find two databases at once: the second looks again. */
const ATTEMPTS = 5;

/**
 * Opens a witness. A primary that was left behind, or an old disk that is put back, knows nothing of what was issued elsewhere since: all that is in
 * it was trusted before. Where the store is away, what this process has seen counts.
 */
export function createDatabaseWitness(
  store: HistoryStore & LogStore,
  prefix: string,
  reports: WitnessReports,
): DatabaseWitness {
  const memory = createHistoryMemory(store, prefix);
  const lookAtLog = createLogWitness(store, prefix, reports.onEarlier);
  const idsKey = `${prefix}:ids`;
  /** What was done once in this process. */
  const done = new Set<string>();

  async function settle(connection: ClientBase, history: string): Promise<Sight> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const inUse = await memory.recall();
      const found = placeHistory(inUse, history);
      if (inUse !== null && found === 'left') return closeLeft(connection, inUse, history);
      if (inUse !== null && found === 'in_use') await leapAfterOrder(connection, inUse);
      const isSettled =
        found === 'in_use' ||
        (inUse === null
          ? await memory.replace(null, { generation: 1, history, left: [] })
          : await take(connection, inUse, history));
      if (isSettled) return { inUse: history, whyLeft: null };
    }
    throw new Error('Which database is in use changes faster than it can be looked at');
  }

  /** Marked before it is in use: what was in use in between may have sent what is not here. */
  async function take(connection: ClientBase, inUse: HistoryInUse, history: string): Promise<boolean> {
    const { now } = await readLogPosition(connection);
    const { length: chains } = await markChains(connection, now, null);
    await replaceIdentity(connection, now);
    const next = takeIntoUse(inUse, history);
    await leap(connection, next);
    if (!(await memory.replace(inUse, next))) return false;
    reports.onReplaced({ left: inUse.history, inUse: history, chains });
    return true;
  }

  async function closeLeft(connection: ClientBase, inUse: HistoryInUse, history: string): Promise<Sight> {
    const whyLeft = describeLeft(inUse, history);
    const what = `closed ${inUse.generation} ${history}`;
    if (!done.has(what)) {
      const { now } = await readLogPosition(connection);
      const { length: chains } = await markChains(connection, now, null);
      // Connections that are opened together find the same: each marks before it is used, one tells.
      if (!done.has(what)) reports.onLeft({ inUse: inUse.history, left: history, chains }, whyLeft);
      done.add(what);
    }
    return { inUse: inUse.history, whyLeft };
  }

  /** Who gives the order marks the chains; ids may be given by workers only. */
  async function leapAfterOrder(connection: ClientBase, inUse: HistoryInUse): Promise<void> {
    const what = `leapt ${inUse.generation} ${inUse.history}`;
    // The first one came after nothing. Whoever took one by itself leapt then: a second time does nothing.
    if (inUse.generation === 1 || done.has(what)) return;
    await leap(connection, inUse);
    done.add(what);
  }

  async function leap(connection: ClientBase, { generation, history }: HistoryInUse): Promise<void> {
    const given = await store.get(idsKey).catch(() => null);
    await skipIdsOf(connection, `in use as number ${generation}: ${history}`, given);
  }

  async function noteGivenIds(connection: ClientBase): Promise<void> {
    const given = await readGivenIds(connection);
    await store.set(idsKey, given).catch(() => {});
  }

  async function look(connection: ClientBase): Promise<Sight> {
    const history = await nameHistory(connection);
    const sight = await settle(connection, history);
    await lookAtLog(connection, history);
    if (sight.whyLeft === null) await noteGivenIds(connection);
    return sight;
  }

  return {
    look: (connection) =>
      withOne(connection, look).catch((error: { code?: string }) => {
        if (!SILENT.has(error.code ?? '')) throw error;
        return { inUse: null, whyLeft: null };
      }),
    recall: async () => (await memory.recall())?.history ?? null,
    async explain(connection) {
      const inUse = await memory.recall();
      if (inUse === null) return null;
      const history = await nameHistory(connection);
      return placeHistory(inUse, history) === 'left' ? describeLeft(inUse, history) : null;
    },
  };
}

const isPool = (connection: Pool | ClientBase): connection is Pool => 'idleCount' in connection;

/** Of a pool one connection alone: while an address changes others may lead elsewhere, and what is marked must be what is taken into use. */
async function withOne<T>(connection: Pool | ClientBase, work: (one: ClientBase) => Promise<T>): Promise<T> {
  if (!isPool(connection)) return work(connection);
  const client = await connection.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
