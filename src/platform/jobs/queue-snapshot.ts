import { openRedisCheck } from './check-redis.ts';
import { type Eviction, readEviction } from './eviction.ts';
import type { Hints } from './hints.ts';
import { type Pause, readPauses } from './pauses.ts';
import { type DutyView, readDuties } from './worker-heartbeats.ts';
import { readWork, type WorkSample } from './work-samples.ts';

/** What Redis tells of the queues and of who works on them. */
export type QueueSnapshot = {
  /** `ok`, or what is wrong with Redis, as `/readyz` tells it. */
  readonly redis: string;
  /** null: not known. */
  readonly pauses: readonly Pause[] | null;
  /** null: not known, as while Redis takes no signs. */
  readonly duties: readonly DutyView[] | null;
  /** null: not known. */
  readonly eviction: Eviction | null;
  /** How much work waited in the last minutes, the newest first; null: not known. */
  readonly samples: readonly WorkSample[] | null;
};

/** What is known where Redis cannot be asked. */
export const NO_QUEUE_SNAPSHOT: QueueSnapshot = {
  redis: 'does not answer',
  pauses: null,
  duties: null,
  eviction: null,
  samples: null,
};

/** Opens the look at the queues, which does not throw. */
export function openQueueSnapshot(
  place: Pick<Hints, 'queues' | 'connection' | 'prefix'>,
): (now: Date) => Promise<QueueSnapshot> {
  const check = openRedisCheck(place.connection, place.prefix);
  return async (now) => {
    const redis = await check();
    // Who asks further waits for nothing.
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
