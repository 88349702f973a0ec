import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the README is read in one go: at most 150 lines, of at most 200 characters where they are no table', () => {
  const lines = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.length).toBeLessThanOrEqual(150);
  expect(lines.filter((line) => line.length > 200 && !line.startsWith('|'))).toEqual([]);
});
