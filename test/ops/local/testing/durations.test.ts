import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepDurations, readDurations } from '../../../../ops/local/testing/durations.ts';
import { orderByDuration } from '../../../support/slowest-first.ts';

describe('the durations of test files', () => {
  let place: string;
  beforeAll(() => void (place = mkdtempSync(path.join(tmpdir(), 'durations-'))));
  afterAll(() => rmSync(place, { recursive: true }));
  const keep = (durations: Record<string, number>, isThere: (file: string) => boolean = () => true) =>
    keepDurations('unit', durations, isThere, path.join(place, 'kept'));

  it('are unknown before the first run, and afterwards come from the last run of each file', () => {
    const read = () => readDurations('unit', path.join(place, 'kept'));
    expect(read()).toEqual({});
    keep({ 'a.test.ts': 10, 'b.test.ts': 20 });
    keep({ 'b.test.ts': 5 });
    expect(read()).toEqual({ 'a.test.ts': 10, 'b.test.ts': 5 });
    expect(readDurations('integration', path.join(place, 'kept'))).toEqual({});
  });

  it('are removed for files that no longer exist', () => {
    keep({ 'c.test.ts': 1 }, (file) => file !== 'a.test.ts');
    expect(readDurations('unit', path.join(place, 'kept'))).toEqual({ 'b.test.ts': 5, 'c.test.ts': 1 });
    expect(readdirSync(path.join(place, 'kept'))).toEqual(['unit.json']);
  });

  it('determine the order of the files, in which files without a duration come first', () => {
    const durations: Record<string, number> = { short: 1, long: 9, middle: 5 };
    const files = ['short', 'new', 'long', 'middle', 'newer'];
    expect(orderByDuration(files, (file) => durations[file])).toEqual([
      'new',
      'newer',
      'long',
      'middle',
      'short',
    ]);
  });
});
