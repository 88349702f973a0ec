import { openRedisCheck } from './check-redis.ts';
import { type Eviction, readEviction } from './eviction.ts';
import { isFresh } from './installation-gate.ts';
import { type FailingJobs, listFailingJobs } from './failing-jobs.ts';
import type { JobQueues } from './job-queues.ts';
import { type FaultyProcess, listFaultyProcesses } from './process-faults.ts';
import { lineageKey } from './keys.ts';
import { type Pause, readPauses } from './pauses.ts';
import { type DutyView, readDuties } from './worker-heartbeats.ts';
import { readWork, type WorkSample } from './work-samples.ts';

/** The state of the queues and of their workers, as Redis reports it. */
export type QueueSnapshot = {
  /** `ok`, or the fault of Redis as `/readyz` reports it. */
  readonly redis: string;
  /** null: unknown. */
  readonly pauses: readonly Pause[] | null;
  /** null: unknown, for example while Redis refuses writes and so receives no heartbeats. */
  readonly duties: readonly DutyView[] | null;
  /** null: unknown. */
  readonly eviction: Eviction | null;
  /** The amount of waiting work in the last five minutes, newest first; null: unknown. */
  readonly samples: readonly WorkSample[] | null;
  /** Jobs that fail again and again; null: unknown. */
  readonly failing: readonly FailingJobs[] | null;
  /** Processes that report faults of their own; null: unknown. */
  readonly faulty: readonly FaultyProcess[] | null;
  /**
   * Whether Redis was emptied within the last minute, so that running workers may not have sent a
   * heartbeat since.
   */
  readonly isFresh: boolean;
  /** The record of the active cluster lineage (ops/adr/0019); null: unknown, or none. */
  readonly activeLineage: string | null;
};

/** The snapshot when Redis cannot be read. */
export const NO_QUEUE_SNAPSHOT: QueueSnapshot = {
  redis: 'does not answer',
  pauses: null,
  duties: null,
  eviction: null,
  samples: null,
  failing: null,
  faulty: null,
  isFresh: false,
  activeLineage: null,
};

/** Opens a reader of the queues' state that does not throw. */
export function openQueueSnapshot(
  place: Pick<JobQueues, 'queues' | 'connection' | 'prefix'>,
): (now: Date) => Promise<QueueSnapshot> {
  const check = openRedisCheck(place.connection, place.prefix);
  return async (now) => {
    const redis = await check();
    // Without a connection, further reads would only wait for their timeouts.
    if (redis === 'not reachable' || redis === 'does not answer') return NO_QUEUE_SNAPSHOT;
    const [pauses, duties, eviction, samples, failing, faulty, fresh, activeLineage] = await Promise.all([
      readPauses(place, now).catch(() => null),
      redis === 'ok' ? readDuties(place).catch(() => null) : null,
      readEviction(place.connection).catch(() => null),
      readWork(place).catch(() => null),
      listFailingJobs(place).catch(() => null),
      listFaultyProcesses(place).catch(() => null),
      isFresh(place.connection, place.prefix).catch(() => false),
      place.connection.get(lineageKey(place.prefix)).catch(() => null),
    ]);
    return { redis, pauses, duties, eviction, samples, failing, faulty, isFresh: fresh, activeLineage };
  };
}
