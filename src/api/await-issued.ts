import { type EndedBatch, findEndedBatches } from './reads/ended-batches.ts';
import { WAIT_LIMITS } from '../platform/admission/limits.ts';
import type { Connection } from '../platform/postgres/database.ts';

type Batch = { readonly organizationId: number; readonly batchId: number };

/**
 * How a batch stands after the wait: `pending` if it was not issued in time or its organization is
 * paused, the client is gone, the process stops, or too many requests wait.
 */
export type Standing = 'issued' | 'failed' | 'pending';

/** Lets requests wait until their batches are issued. */
export type IssuedBatches = {
  /** Returns how a batch stands now. */
  look(batch: Batch): Promise<Standing>;
  /**
   * Waits until a batch is issued or has failed.
   * @param gone aborted when the client is gone, which ends the wait.
   */
  wait(batch: Batch, options: { readonly forMs: number; readonly gone: AbortSignal }): Promise<Standing>;
  /** Ends all waits, and those that begin later at once, because the process stops. */
  stop(): void;
};

/**
 * Milliseconds between two looks. Each pause is a fifth of the time that the newest request has
 * waited, so that many requests that wait for long, for example while no worker runs, cost little.
 */
const PAUSE_MS = { least: 20, most: 250, share: 1 / 5 };

type Waiting = Batch & { readonly since: number; readonly end: (standing: Standing) => void };

/**
 * Creates the waits of a process. PostgreSQL alone says whether a batch is issued: one statement
 * looks for all batches that requests wait for, and none runs while nothing waits. A request that
 * waits holds no connection of the database and no permit (ops/adr/0078).
 */
export function createIssuedBatches(connection: Connection): IssuedBatches {
  const waiting = new Set<Waiting>();
  const waitingOf = new Map<number, number>();
  let newest = 0;
  let isStopped = false;
  let isLooking = false;

  function lookLater(): void {
    if (isLooking || waiting.size === 0) return;
    isLooking = true;
    const { least, most, share } = PAUSE_MS;
    const pause = Math.min(Math.max((performance.now() - newest) * share, least), most);
    setTimeout(() => void lookForAll(), pause);
  }

  async function lookForAll(): Promise<void> {
    const asked = [...waiting];
    // Without the database the requests wait on, and are answered when their time is over.
    const ended = await findEndedBatches(connection, asked).catch((): EndedBatch[] => []);
    const standings = new Map(ended.map((batch) => [batch.batchId, standingOf(batch)]));
    for (const { batchId, end } of asked) {
      const standing = standings.get(batchId);
      if (standing !== undefined) end(standing);
    }
    isLooking = false;
    lookLater();
  }

  function count(organizationId: number, by: 1 | -1): void {
    const sum = (waitingOf.get(organizationId) ?? 0) + by;
    if (sum === 0) waitingOf.delete(organizationId);
    else waitingOf.set(organizationId, sum);
  }

  return {
    async look(batch) {
      const [ended] = await findEndedBatches(connection, [batch]);
      return ended === undefined ? 'pending' : standingOf(ended);
    },
    wait({ organizationId, batchId }, { forMs, gone }) {
      const isFull =
        waiting.size >= WAIT_LIMITS.all || (waitingOf.get(organizationId) ?? 0) >= WAIT_LIMITS.ofOrganization;
      if (isStopped || isFull || gone.aborted || forMs <= 0) return Promise.resolve('pending');
      const { promise, resolve } = Promise.withResolvers<Standing>();
      const since = performance.now();
      const end = (standing: Standing) => {
        if (!waiting.delete(entry)) return;
        clearTimeout(timer);
        gone.removeEventListener('abort', leave);
        count(organizationId, -1);
        resolve(standing);
      };
      const leave = () => end('pending');
      const entry: Waiting = { organizationId, batchId, since, end };
      const timer = setTimeout(leave, forMs);
      gone.addEventListener('abort', leave);
      waiting.add(entry);
      count(organizationId, 1);
      newest = since;
      lookLater();
      return promise;
    },
    stop() {
      isStopped = true;
      for (const { end } of waiting) end('pending');
    },
  };
}

function standingOf({ isPaused, isFailed }: EndedBatch): Standing {
  if (isPaused) return 'pending';
  return isFailed ? 'failed' : 'issued';
}
