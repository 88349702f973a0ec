import { describe, expect, it } from 'vitest';
import { pickParts, type Outcome } from '../../ops/local/test-parts.ts';
import { buildTestSummary } from '../../ops/local/test-summary.ts';

const LINT: Outcome = {
  part: 'lint',
  passed: 0,
  failed: 1,
  skipped: 0,
  took: 10,
  output: 'src/x.ts: unused',
};
const UNIT: Outcome = { part: 'unit', passed: 41, failed: 2, skipped: 1, took: 10, output: 'test/x.test.ts' };

describe('the end of npm test', () => {
  it('is a line with the number of passed and failed tests, checks included', () => {
    expect(buildTestSummary([LINT, UNIT]).split('\n').at(-1)).toBe('41 passed, 3 failed');
  });

  it('repeats what failed', () => {
    expect(buildTestSummary([LINT, UNIT])).toContain('src/x.ts: unused');
  });
});

describe('--only', () => {
  it('takes parts by name, and all checks together', () => {
    expect(pickParts('checks,unit')).toEqual({
      checks: ['format', 'types', 'lint', 'layers', 'unused', 'advisories'],
      projects: ['unit'],
    });
  });

  it('refuses a part that does not exist', () => {
    expect(() => pickParts('unti')).toThrow('--only=unti: there is no such part');
  });
});
