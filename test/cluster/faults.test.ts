import { describe, expect, it } from 'vitest';
import { ALL_FAULTS } from './all-faults.ts';
import { describeFaults } from './build-tables.ts';

describe('the faults of a cluster', () => {
  it('have names of their own that can be typed', () => {
    const names = ALL_FAULTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][a-zA-Z-]+$/.test(name))).toEqual([]);
  });

  it('say what is hurt, how it is undone and what is awaited', () => {
    expect(ALL_FAULTS.filter(({ hurts, undone, awaits }) => [hurts, undone, awaits].includes(''))).toEqual(
      [],
    );
    expect(describeFaults(ALL_FAULTS).match(/^ {2}(?:hurts|undone|awaits)\b/gm)).toHaveLength(
      3 * ALL_FAULTS.length,
    );
  });
});
