import { QUEUE_NAMES } from '../contracts/codes.ts';
import type { Hints } from './hints.ts';

/*
 * Until version 0.1 keys had no braces (`ibe:batches:wait`), which a Redis Cluster refuses. Jobs are not taken over: they are hints, and the
 * reconciler gives them again. What Redis alone remembers is: which database is in use, and which queues an operator paused. A release later this
 * can go.
 */

type Place = Pick<Hints, 'connection' | 'prefix' | 'queues'>;

const PAGE = 1000;
const formerOf = ({ prefix }: Pick<Place, 'prefix'>): string => prefix.slice(1, -1);
/** Says that it was done, for as long as former keys are there: whoever starts later must not pause again what was resumed since. */
const doneOf = ({ prefix }: Place): string => `${prefix}:former-adopted`;
const metaOf = (place: Pick<Place, 'prefix'>, queue: string): string => `${formerOf(place)}:${queue}:meta`;

/** Whether a version before wrote something. A cluster has nothing of it: none worked in one. */
export async function hasFormerKeys(place: Omit<Place, 'queues'>): Promise<boolean> {
  if ('slots' in place.connection) return false;
  const keys = [`${formerOf(place)}:history`, ...QUEUE_NAMES.map((queue) => metaOf(place, queue))];
  return (await place.connection.exists(keys)) > 0;
}

/** Takes over what a version before wrote, once. It stays there for those of its processes that still run. @throws when Redis is away. */
export async function adoptFormerKeys(place: Place): Promise<void> {
  const { connection, prefix, queues } = place;
  if (!(await hasFormerKeys(place)) || (await connection.exists(doneOf(place))) === 1) return;
  const former = formerOf(place);
  const logs = await findKeys(place, `${former}:log:*`);
  const names = [
    'history',
    'ids',
    'pauses',
    'alive-last',
    ...logs.map((key) => key.slice(former.length + 1)),
  ];
  // Nothing that is there already is replaced.
  await Promise.all(names.map((name) => connection.copy(`${former}:${name}`, `${prefix}:${name}`)));
  await Promise.all(
    [...queues].map(async ([name, queue]) => {
      if ((await connection.hexists(metaOf(place, name), 'paused')) === 1) await queue.pause();
    }),
  );
  await connection.set(doneOf(place), '1');
}

/** The same, as often as it is wanted, and done once by a process. */
export function createAdoption(place: Place): () => Promise<void> {
  let adopted: Promise<void> | null = null;
  return () => {
    adopted ??= adoptFormerKeys(place).catch((error: unknown) => {
      adopted = null;
      throw error;
    });
    return adopted;
  };
}

/** Removes what a version before wrote, as soon as no worker of it gives a sign of life. @returns how many keys there were. */
export async function removeFormerKeys(place: Place): Promise<number> {
  const { connection } = place;
  const former = formerOf(place);
  if (!(await hasFormerKeys(place))) return 0;
  const workers = await connection.smembers(`${former}:alive`);
  const signs = workers.map((name) => `${former}:alive:${name}`);
  if (signs.length > 0 && (await connection.exists(signs)) > 0) return 0;
  await adoptFormerKeys(place);
  const keys = await findKeys(place, `${former}:*`);
  for (let start = 0; start < keys.length; start += PAGE)
    await connection.unlink(keys.slice(start, start + PAGE));
  await connection.del(doneOf(place));
  return keys.length;
}

async function findKeys({ connection }: Place, match: string): Promise<string[]> {
  if ('slots' in connection) return [];
  const found = new Set<string>();
  for await (const page of connection.scanStream({ match, count: PAGE }))
    for (const key of page as string[]) found.add(key);
  return [...found];
}
