import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseTraces, countFeatures } from '../../ops/lab/model/choose-traces.ts';
import { readItf } from '../../ops/lab/model/itf.ts';
import { MUTANTS } from '../../ops/lab/model/mutants.ts';
import { listInvariants, SPECIFICATION } from '../../ops/lab/model/quint.ts';
import { readOptions } from '../../ops/lab/model/read-options.ts';
import { readTrace, type Trace, writeTrace } from '../../ops/lab/model/trace.ts';
import { mutate, STARTS } from '../../ops/lab/model/try-mutants.ts';

const KEPT = path.resolve(import.meta.dirname, '../golden/model');
const specification = (name: string) => readFileSync(path.join(SPECIFICATION, `${name}.qnt`), 'utf8');

describe('the formal model', () => {
  it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
    'has a mutant that matches exactly one place: %s',
    (_name, mutant) => {
      const text = specification(mutant.file);
      expect(mutate(text, mutant)).not.toBe(text);
      expect(() => mutate(text + mutant.from, mutant)).toThrow(mutant.name);
      expect(specification('promise').split(STARTS)).toHaveLength(2);
    },
  );

  it('has a mutant for each invariant', () => {
    expect(new Set(MUTANTS.map(({ breaks }) => breaks))).toEqual(new Set(listInvariants()));
    expect(listInvariants().length).toBeGreaterThan(20);
  });

  it('has a kept run for each of its actions', () => {
    const kept = readdirSync(KEPT).map((name) => readTrace(readFileSync(path.join(KEPT, name), 'utf8')));
    const done = new Set(kept.flatMap(({ steps }) => steps.map(({ action }) => action)));
    // These actions are only parts of other actions.
    const parts = new Set(['issued', 'claimed', 'arrived']);
    const actions = [...specification('steps').matchAll(/^ {2}action (\w+)/gm)].map(([, name]) => name!);
    expect([...done].toSorted()).toEqual(actions.filter((name) => !parts.has(name)).toSorted());
  });
});

const fact = fc.stringMatching(/^[a-z][a-z0-9 :,]{0,12}$/);
const facts = fc.uniqueArray(fact, { maxLength: 8 }).map((list) => list.toSorted());
const pick = fc.tuple(fc.stringMatching(/^[a-z]{1,5}$/), fc.stringMatching(/^[a-z0-9:,]{1,6}$/));
const step = fc.record({
  action: fc.stringMatching(/^[a-z][A-Za-z]{0,9}$/),
  picks: fc
    .array(pick, { maxLength: 3 })
    .map((entries): Record<string, string> => Object.fromEntries(entries)),
  facts,
});
const trace: fc.Arbitrary<Trace> = fc.record({ begins: facts, steps: fc.array(step, { maxLength: 12 }) });

describe('a trace of the model', () => {
  it('is read back from its text unchanged', () => {
    fc.assert(
      fc.property(trace, (run) => {
        expect(readTrace(writeTrace(run))).toEqual(run);
      }),
    );
  });

  it('is chosen for its features, so that few traces cover as much as all', () => {
    fc.assert(
      fc.property(fc.array(trace, { minLength: 1, maxLength: 6 }), (runs) => {
        const chosen = chooseTraces(runs, runs.length);
        expect(countFeatures(chosen)).toEqual(countFeatures(runs));
        expect(runs).toEqual(expect.arrayContaining(chosen));
        expect(new Set(chosen).size).toBe(chosen.length);
      }),
    );
  });

  it('is read from ITF with its numbers, sets, maps and variants', () => {
    const big = (value: number) => ({ '#bigint': String(value) });
    const itf = {
      a: { '#set': [big(1), big(2)] },
      b: { '#map': [['k', { tag: 'Some', value: big(3) }]] },
      c: { '#tup': ['x', true] },
      d: [big(4)],
    };
    expect(readItf(itf)).toEqual({ a: [1, 2], b: { k: { Some: 3 } }, c: ['x', true], d: [4] });
  });
});

describe('the options of npm run model', () => {
  const read = (...args: string[]) => readOptions(args, () => 5);
  it('have defaults', () => {
    expect(read()).toEqual({ samples: 1000, traces: 100, seed: '5', tryMutants: true, isKept: false });
    expect(read('--samples=10', '--seed=7', '--no-mutants', '--keep')).toEqual({
      samples: 10,
      traces: 10,
      seed: '7',
      tryMutants: false,
      isKept: true,
    });
  });

  it.each(['--samples=0', '--traces=x', '--seed=-1', '--sample=1'])('refuse %s', (option) => {
    expect(() => read(option)).toThrow(option.split('=')[0]!);
  });
});
