import type { Trace } from '../../../ops/lab/model/trace.ts';
import { performStep } from './perform-step.ts';
import { beginRun, readRun, type Run } from './run.ts';
import type { World } from './world.ts';

/** Two batches are accepted and issued: where some runs of the model begin. */
const ISSUED = [
  ['k1', 'one', '1'],
  ['k2', 'both', '2'],
] as const;

/** Where the real code is not what the model says. */
export type Difference = {
  readonly step: string;
  /** What the model says and is not so, and what is so and the model does not say. */
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
};

/**
 * Does what a run of the model did with the real code, and compares after each step all that can be seen of PostgreSQL, Redis, AEAT's stand-in, the workers
 * and what clients were told.
 * @returns the first difference; null where there is none. @throws where the real code refuses what the model does.
 */
export async function replay(world: World, { begins, steps }: Trace): Promise<Difference | null> {
  const run = await beginRun(world);
  if (begins.some((fact) => fact.startsWith('batch '))) await issueAtOnce(run);
  const atFirst = await compare(run, 'the beginning', begins);
  if (atFirst !== null) return atFirst;
  for (const [index, { action, picks, facts }] of steps.entries()) {
    const words = Object.entries(picks).map(([name, value]) => ` ${name}=${value}`);
    const step = `step ${index + 1}: ${action}${words.join('')}`;
    await performStep(run, action, picks).catch((error: unknown) => {
      throw new Error(step, { cause: error });
    });
    const difference = await compare(run, step, facts);
    if (difference !== null) return difference;
  }
  return null;
}

async function compare(run: Run, step: string, wanted: readonly string[]): Promise<Difference | null> {
  const { facts } = await readRun(run);
  const missing = wanted.filter((fact) => !facts.includes(fact));
  const unexpected = facts.filter((fact) => !wanted.includes(fact));
  const isSame = missing.length + unexpected.length === 0 && facts.length === wanted.length;
  return isSame ? null : { step, missing, unexpected };
}

async function issueAtOnce(run: Run): Promise<void> {
  for (const [key, body, b] of ISSUED) {
    const picks = { r: `first ${key}`, key, body, hinted: 'true', w: 'w1', b };
    for (const action of ['post', 'accept', 'answer', 'takeBatch', 'issue', 'commit', 'hint'])
      await performStep(run, action, picks);
  }
}
