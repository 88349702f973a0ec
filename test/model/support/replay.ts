import type { Trace } from '../../../labs/model/trace.ts';
import { performStep } from './perform-step.ts';
import { beginRun, readRun, type Run } from './run.ts';
import type { World } from './world.ts';

/** The two batches that are already accepted and issued in the initial state of some runs. */
const ISSUED = [
  ['k1', 'one', '1'],
  ['k2', 'both', '2'],
] as const;

/** A difference between the real code and the model. */
export type Difference = {
  readonly step: string;
  /** The facts of the model that do not hold, and the facts that hold but are not in the model. */
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
};

/**
 * Repeats a run of the model with the real code. After each step it compares all observable state
 * of PostgreSQL, Redis, AEAT's stand-in, the workers and the answers to clients.
 * @returns the first difference; null if there is none.
 * @throws if the real code refuses an action.
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
