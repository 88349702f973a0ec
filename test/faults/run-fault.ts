import type { Verdict } from '../../ops/checker/invariant.ts';
import type { Fault, FaultResult } from './fault.ts';
import { describeQueues } from './support/in-hand.ts';
import { seedRandom } from './support/random.ts';
import type { Ground } from './support/servers.ts';
import { openWorld } from './support/world.ts';

export type FaultOutcome = {
  readonly fault: Fault;
  readonly result: FaultResult | null;
  readonly verdicts: readonly Verdict[];
  /** What went wrong, or why it was not run. */
  readonly failure: string | null;
  readonly skipped: string | null;
  readonly took: number;
};

/** Runs a fault in a world of its own, proves the invariants, and holds its recoveries against their limit. */
export async function runFault(
  fault: Fault,
  ground: Ground,
  seed: number,
  isShort: boolean,
): Promise<FaultOutcome> {
  const started = performance.now();
  const ended = { fault, result: null, verdicts: [] as Verdict[], skipped: null };
  const logs: string[] = [];
  try {
    await using world = await openWorld(ground, seedRandom(seed));
    try {
      const result = await fault.run(world, isShort);
      const verdicts = await world.prove();
      const slowest = Math.max(0, ...result.recoveries);
      const failure =
        slowest > fault.limit
          ? `a recovery took ${Math.round(slowest)} ms, ${fault.limit} are allowed`
          : null;
      return { ...ended, result, verdicts, failure, took: performance.now() - started };
    } catch (error) {
      logs.push(await describeQueues(world.redis).catch(String));
      for (const running of world.processes)
        logs.push(`${running.kind} ${running.child.pid} wrote at last:\n${tail(running.output())}`);
      throw error;
    }
  } catch (error) {
    const failure = [(error as Error).stack ?? String(error), ...logs].join('\n');
    return { ...ended, failure, took: performance.now() - started };
  }
}

function tail(text: string): string {
  return text.split('\n').slice(-20).join('\n');
}
