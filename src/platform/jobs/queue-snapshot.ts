import { openRedisCheck } from './check-redis.ts';
import { type Eviction, readEviction } from './eviction.ts';
import type { JobQueues } from './job-queues.ts';
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
};

/** The snapshot when Redis cannot be read. */
export const NO_QUEUE_SNAPSHOT: QueueSnapshot = {
  redis: 'does not answer',
  pauses: null,
  duties: null,
  eviction: null,
  samples: null,
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
    const [pauses, duties, eviction, samples] = await Promise.all([
      readPauses(place, now).catch(() => null),
      redis === 'ok' ? readDuties(place).catch(() => null) : null,
      readEviction(place.connection).catch(() => null),
      readWork(place).catch(() => null),
    ]);
    return { redis, pauses, duties, eviction, samples };
  };
}
