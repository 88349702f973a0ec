import { lineageKey } from '../../jobs/keys.ts';
import { formatActiveLineage, type ActiveLineage, parseActiveLineage } from './lineage.ts';

/** A store outside the database that all processes share: Redis. */
export type LineageStore = {
  get(key: string): Promise<string | null>;
  eval(script: string, keys: 1, key: string, expected: string, text: string): Promise<unknown>;
};

/**
 * Remembers the active lineage in the store. It also keeps the lineage in this process, for when
 * the store is unavailable or has been emptied.
 */
export type LineageMemory = {
  /** @returns null if neither the store nor this process knows it. */
  recall(): Promise<ActiveLineage | null>;
  /**
   * Makes another lineage active.
   * @returns false if `from` is no longer active; then nothing changes.
   */
  replace(from: ActiveLineage | null, to: ActiveLineage): Promise<boolean>;
};

/*
 * Two processes may find different databases at the same time, so each must name the lineage that
 * it replaces. An unreadable value counts as missing.
 */
const REPLACE = `
  local current = redis.call('get', KEYS[1]) or ''
  if not string.match(current, '^%d+ %S') then current = '' end
  if current ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[1], ARGV[2])
  return 1`;

/**
 * Returns the active lineage of the store; null if the store has none.
 * @throws if the store does not answer.
 */
export async function readStoredLineage(
  store: Pick<LineageStore, 'get'>,
  prefix: string,
): Promise<ActiveLineage | null> {
  return parseActiveLineage(await store.get(lineageKey(prefix)));
}

/**
 * Opens the memory.
 * @param prefix of the keys in the store.
 */
export function createLineageMemory(store: LineageStore, prefix: string): LineageMemory {
  const key = lineageKey(prefix);
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
      // The store was emptied or set back to an older value.
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
