import { describe, expect, it } from 'vitest';
import {
  laneProjects,
  pickParts,
  pickTier,
  refuseNothing,
  type Outcome,
} from '../../../../ops/local/testing/test-parts.ts';
import { buildTestSummary } from '../../../../ops/local/testing/test-summary.ts';

const LINT: Outcome = {
  part: 'lint',
  passed: 0,
  failed: 1,
  skipped: 0,
  took: 10,
  output: 'src/x.ts: unused',
};
const UNIT: Outcome = { part: 'unit', passed: 41, failed: 2, skipped: 1, took: 10, output: 'test/x.test.ts' };

describe('the summary of npm test', () => {
  it('ends with the number of passed and failed tests, including checks', () => {
    expect(buildTestSummary([LINT, UNIT]).split('\n').at(-1)).toBe('41 passed, 3 failed');
  });

  it('repeats the output of failed parts', () => {
    expect(buildTestSummary([LINT, UNIT])).toContain('src/x.ts: unused');
  });
});

describe('the slowest test files', () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`test/${index}.test.ts`, index * 1000]),
  );

  it('are listed after each run for all parts together, the slowest first', () => {
    const summary = buildTestSummary([
      { ...UNIT, failed: 0, durations: files },
      { ...UNIT, failed: 0, part: 'e2e', durations: { 'test/whole.e2e.test.ts': 28_500 } },
    ]);
    const named = [...summary.matchAll(/([\d.]+s) {2}(test\/\S+)/g)].map(([, took, file]) => [took, file]);
    expect(named).toHaveLength(10);
    expect(named.slice(0, 3)).toEqual([
      ['29.0s', 'test/29.test.ts'],
      ['28.5s', 'test/whole.e2e.test.ts'],
      ['28.0s', 'test/28.test.ts'],
    ]);
    expect(summary.split('\n').at(-1)).toBe('82 passed, 0 failed');
  });

  it('are not listed if only one file ran', () => {
    expect(buildTestSummary([{ ...UNIT, durations: { 'test/x.test.ts': 1000 } }])).not.toContain('slowest');
  });
});

describe('a filter', () => {
  const nothing: Outcome = { part: 'unit', passed: 0, failed: 0, skipped: 0, took: 1, output: '' };
  it('causes a failure if it matches no test file', () => {
    const [failure] = refuseNothing([nothing, { ...nothing, part: 'integration' }], ['check-bdy']);
    expect(failure).toMatchObject({ failed: 1, output: 'No test file has check-bdy in its path' });
    // A check does not count as a test that ran.
    expect(refuseNothing([nothing, { ...LINT, passed: 1, failed: 0 }], ['x'])).toHaveLength(1);
  });

  it('causes no failure if a test ran in any part, or if there is no filter', () => {
    expect(refuseNothing([nothing, { ...nothing, part: 'e2e', passed: 1 }], ['x'])).toEqual([]);
    expect(refuseNothing([nothing], [])).toEqual([]);
  });
});

describe('--only', () => {
  it('selects parts by name, and all checks together', () => {
    expect(pickParts('checks,unit', 'both')).toEqual({
      checks: ['lint', 'format', 'layers', 'unused', 'advisories', 'figures'],
      projects: ['unit'],
    });
  });

  it('refuses a part that does not exist', () => {
    expect(() => pickParts('unti', 'both')).toThrow('--only=unti: there is no such part');
  });
});

describe('a tier', () => {
  it('is the first one, unless another one or something particular is asked for', () => {
    expect([pickTier(undefined, false), pickTier(undefined, true), pickTier('rest', false)]).toEqual([
      'first',
      'both',
      'rest',
    ]);
    expect(() => pickTier('second', false)).toThrow('--tier=second: there is no such tier');
  });

  it('has the checks if it is the first, and the requests of random content if it is not', () => {
    expect(pickParts(undefined, 'first').projects).toEqual(['unit', 'integration', 'e2e']);
    expect(pickParts(undefined, 'rest')).toEqual({
      checks: [],
      projects: ['unit', 'integration', 'e2e', 'fuzz'],
    });
  });
});

describe('projects', () => {
  it('run one after the other, beside the integration tests, which mostly wait', () => {
    expect(laneProjects(['unit', 'integration', 'e2e', 'fuzz'], false)).toEqual([
      ['integration'],
      ['e2e', 'fuzz', 'unit'],
    ]);
    expect(laneProjects(['unit', 'integration'], false)).toEqual([['integration'], ['unit']]);
    expect(laneProjects(['e2e'], false)).toEqual([['e2e']]);
    expect(laneProjects(['unit', 'e2e'], true)).toEqual([['unit', 'e2e']]);
  });
});
