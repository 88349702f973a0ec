export type Random = {
  readonly seed: number;
  /** Returns a number from 0 to 1. */
  next(): number;
  /** Returns an integer from `least` to `most`. */
  between(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
};

/** Creates the generator mulberry32; the same seed gives the same choices. */
export function seedRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return { seed, next, between, pick: (list) => list[between(0, list.length - 1)]! };
}
