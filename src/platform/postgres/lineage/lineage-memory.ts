import { formatActiveLineage, type ActiveLineage, parseActiveLineage } from './lineage.ts';

/** Keeps texts outside the database, for all processes: Redis. */
export type LineageStore = {
  get(key: string): Promise<string | null>;
  eval(script: string, keys: 1, key: string, expected: string, text: string): Promise<unknown>;
};

/** Remembers which lineage is in use: in the store, and in this process for when the store is away or was emptied. */
export type LineageMemory = {
  /** @returns null where neither knows. */
  recall(): Promise<ActiveLineage | null>;
  /** Takes another one into use. @returns false where `from` is not in use any more: then nothing changes. */
  replace(from: ActiveLineage | null, to: ActiveLineage): Promise<boolean>;
};

/* Two processes may find different databases at once: each must have seen what it replaces. What cannot be read is as if nothing was there. */
const REPLACE = `
  local current = redis.call('get', KEYS[1]) or ''
  if not string.match(current, '^%d+ %S') then current = '' end
  if current ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[1], ARGV[2])
  return 1`;

const keyOf = (prefix: string) => `${prefix}:lineage`;

/** What the store says is in use; null where it knows nothing. @throws where it cannot be asked. */
export async function readStoredLineage(
  store: Pick<LineageStore, 'get'>,
  prefix: string,
): Promise<ActiveLineage | null> {
  return parseActiveLineage(await store.get(keyOf(prefix)));
}

/** Opens the memory. @param prefix of the keys in the store. */
export function createLineageMemory(store: LineageStore, prefix: string): LineageMemory {
  const key = keyOf(prefix);
  let known: ActiveLineage | null = null;

  const write = (from: ActiveLineage | null, to: ActiveLineage) =>
    store.eval(REPLACE, 1, key, from === null ? '' : formatActiveLineage(from), formatActiveLineage(to));

  return {
    async recall() {
      let stored: ActiveLineage | null;
      try {
        stored = await readStoredLineage(store, prefix);
      } catch {
        return known;
      }
      if (known === null || (stored !== null && stored.generation >= known.generation)) known = stored;
      // Emptied, or set back.
      else await write(stored, known).catch(() => {});
      return known;
    },
    async replace(from, to) {
      const isReplaced = await write(from, to).then(
        (answer) => answer === 1,
        () => known === from,
      );
      if (isReplaced) known = to;
      return isReplaced;
    },
  };
}
