import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listTierFiles, REST } from './tier.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe('the two tiers of the tests', () => {
  it('contain every test file, and share only the commands of the documents', () => {
    const [first, rest] = (['first', 'rest'] as const).map((tier) =>
      listTierFiles(tier, '.test.ts', ROOT),
    ) as [string[], string[]];
    expect([...new Set([...first, ...rest])].toSorted()).toEqual(
      globSync('test/**/*.test.ts', { cwd: ROOT }).toSorted(),
    );
    expect(first.filter((file) => rest.includes(file))).toEqual(['test/docs/run.e2e.test.ts']);
  });

  it.each(Object.values(REST).flat())('find a test file for %s', (pattern) => {
    const files = globSync(pattern, { cwd: ROOT }).filter((file) => file.endsWith('.test.ts'));
    expect(files).not.toEqual([]);
  });
});
