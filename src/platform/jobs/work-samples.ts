import type { Hints } from './hints.ts';

/*
 * How much work waited at moments of the last minutes, by which a backlog's pace is told. Workers count it anyway, every 15 seconds; Redis forgets it when none does any more.
 */

/** How much of each kind waited. */
export type WorkSample = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly counts: Readonly<Record<string, number>>;
};

type Place = Pick<Hints, 'connection' | 'prefix'>;

const LAST_MINUTES = 5;
/** Of however many workers, so that five minutes are a short list. */
const EVERY_MS = 14_000;
const MOST = Math.ceil((LAST_MINUTES * 60_000) / EVERY_MS);

const keyOf = ({ prefix }: Place) => `${prefix}:work-samples`;

/** Writes down how much waits, unless another worker has just done so. @throws when Redis is away, or takes no writes. */
export async function recordWork(place: Place, sample: WorkSample): Promise<void> {
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

/** What was written down, the newest first. @throws when Redis is away. */
export async function readWork(place: Place): Promise<WorkSample[]> {
  const texts = await place.connection.lrange(keyOf(place), 0, MOST - 1);
  return texts.map((text) => JSON.parse(text) as WorkSample);
}
