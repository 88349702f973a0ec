import { describe, expect, it } from 'vitest';
import { ALL_FAULTS } from './all-faults.ts';
import { chooseFaults } from './choose-faults.ts';
import { describeFaults } from './describe-faults.ts';
import { type Fault, type FaultWorld, type Measure, summarizeRecoveries } from './fault.ts';
import { runFault } from './run-fault.ts';

describe.each(Object.entries(ALL_FAULTS))('the faults of npm run %s', (_command, faults) => {
  it('have unique names that can be typed', () => {
    const names = faults.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][a-zA-Z-]+$/.test(name))).toEqual([]);
  });

  it('describe themselves, how they are undone, and what must hold afterwards', () => {
    const list = describeFaults(faults);
    for (const { hurts, undone, awaits } of faults)
      expect([hurts, undone, awaits].map((text) => text.length > 5)).toEqual([true, true, true]);
    expect(list.match(/^ {2}(?:fault|undone|expected)\b/gm)).toHaveLength(3 * faults.length);
  });
});

describe('chooseFaults', () => {
  const faults = ['kill-worker', 'kill-ingress', 'stop-redis'].map((name) => ({ name }) as Fault<unknown>);
  const choose = (...texts: string[]) => chooseFaults(faults, texts).map(({ name }) => name);

  it('selects faults by parts of their names, and all faults without an argument', () => {
    expect(choose()).toEqual(['kill-worker', 'kill-ingress', 'stop-redis']);
    expect(choose('kill', 'worker')).toEqual(['kill-worker', 'kill-ingress']);
  });

  it('reports an error that lists all names if none matches', () => {
    expect(() => choose('kil-worker')).toThrow(
      'No fault has a name that contains kil-worker\n  Faults: kill-worker, kill-ingress, stop-redis',
    );
  });
});

describe('runFault', () => {
  type Made = { measures?: Measure[]; refused?: number; broken?: string; needs?: 'mount'; mayRefuse?: false };

  const run = async ({ measures = [], refused = 0, broken, needs, mayRefuse }: Made) => {
    const steps: string[] = [];
    const fault: Fault<FaultWorld> = {
      name: 'test',
      hurts: 'nothing',
      undone: 'nothing',
      awaits: 'nothing',
      ...(needs && { needs }),
      ...(mayRefuse === false && { mayRefuse }),
      run: async () => {
        steps.push('run');
        return measures;
      },
    };
    const outcome = await runFault(fault, {
      lacks: { mount: 'only root may mount here' },
      open: async () => ({
        async prove() {
          steps.push('prove');
          if (broken !== undefined) throw new Error(broken);
          return [{ what: 'always', seconds: 1 }];
        },
        countAnswers: () => ({
          acknowledged: 3,
          refused,
          reasons: refused > 0 ? { '503 Busy': refused } : {},
        }),
        explain: async () => ['what a worker wrote at last'],
        async [Symbol.asyncDispose]() {
          steps.push('dispose');
        },
      }),
    });
    return { ...outcome, steps };
  };

  it('passes if the recoveries are within their limits and the invariants hold', async () => {
    const outcome = await run({ measures: [{ what: 'back', seconds: 2, limit: 2 }] });
    expect(outcome).toMatchObject({ failure: null, acknowledged: 3, steps: ['run', 'prove', 'dispose'] });
    expect(outcome.measures.map(({ what }) => what)).toEqual(['back', 'always']);
  });

  it('fails if a recovery took longer than its limit', async () => {
    const { failure } = await run({ measures: [{ what: 'back', seconds: 2.5, limit: 2 }] });
    expect(failure).toBe('back: 2.5 s, 2 are allowed');
  });

  it('fails if a request was refused although none may be', async () => {
    expect(await run({ refused: 2 })).toMatchObject({ failure: null });
    expect(await run({ refused: 2, mayRefuse: false })).toMatchObject({
      failure: '2 requests were refused, and none may be: {"503 Busy":2}',
    });
  });

  it('fails if an invariant is broken, shows the output of the processes, and cleans up', async () => {
    const { failure, steps } = await run({ broken: 'I1 is broken' });
    expect(failure).toMatch(/I1 is broken[^]*what a worker wrote at last/);
    expect(steps).toEqual(['run', 'prove', 'dispose']);
  });

  it('skips a fault with the reason if its place does not provide what it needs', async () => {
    expect(await run({ needs: 'mount' })).toMatchObject({ skipped: 'only root may mount here', steps: [] });
  });
});

describe('summarizeRecoveries', () => {
  it('returns the median, and the slowest recovery with its limit', () => {
    expect(summarizeRecoveries('back', [3, 1, 2], 5)).toEqual([
      { what: 'back, median of 3', seconds: 2 },
      { what: 'back, slowest', seconds: 3, limit: 5 },
    ]);
  });

  it('returns a single recovery as it is, and nothing for none', () => {
    expect(summarizeRecoveries('back', [3], 5)).toEqual([{ what: 'back', seconds: 3, limit: 5 }]);
    expect(summarizeRecoveries('back', [], 5)).toEqual([]);
  });
});
