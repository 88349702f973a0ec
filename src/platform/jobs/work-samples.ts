import type { JobQueues } from './job-queues.ts';

/*
 * Samples of the amount of waiting work in the last five minutes, from which the pace of a backlog
 * is computed. The workers count the work every 15 seconds anyway. Redis deletes the samples when
 * no worker writes any more.
 */

/** The amount of waiting work of each kind. */
export type WorkSample = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly counts: Readonly<Record<string, number>>;
};

type QueueRedis = Pick<JobQueues, 'connection' | 'prefix'>;

const LAST_MINUTES = 5;
/**
 * The minimum distance between two samples of any workers, which limits the list for five minutes.
 */
const EVERY_MS = 14_000;
const MOST = Math.ceil((LAST_MINUTES * 60_000) / EVERY_MS);

const keyOf = ({ prefix }: QueueRedis) => `${prefix}:work-samples`;

/**
 * Stores a sample, unless another worker has just stored one.
 * @throws if Redis is unavailable or refuses writes.
 */
export async function recordWork(place: QueueRedis, sample: WorkSample): Promise<void> {
  const { connection } = place;
  const key = keyOf(place);
  const newest = await connection.lindex(key, 0);
  if (newest !== null && sample.at - (JSON.parse(newest) as WorkSample).at < EVERY_MS) return;
  await connection
    .multi()
    .lpush(key, JSON.stringify(sample))
    .ltrim(key, 0, MOST - 1)
    .expire(key, LAST_MINUTES * 60)
    .exec();
}

/**
 * Returns the stored samples, newest first.
 * @throws if Redis is unavailable.
 */
export async function readWork(place: QueueRedis): Promise<WorkSample[]> {
  const texts = await place.connection.lrange(keyOf(place), 0, MOST - 1);
  return texts.map((text) => JSON.parse(text) as WorkSample);
}
