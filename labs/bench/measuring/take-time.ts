import { readProcessorTime } from './process-tree.ts';
import type { Sample } from './interleave.ts';
import { describeSpread } from './statistics.ts';

/**
 * Measures some work.
 * @param units the number of units of work; the sample is per unit.
 * @param processes the processes whose processor time counts, including their descendants.
 */
export async function takeTime(
  units: number,
  processes: readonly number[],
  work: () => Promise<void>,
): Promise<Sample> {
  const cpuBefore = readProcessorTime(processes);
  const started = performance.now();
  await work();
  const ms = performance.now() - started;
  const cpuAfter = readProcessorTime(processes);
  const cpuMs = cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / units;
  return { ms: ms / units, cpuMs };
}

/** Measures several requests, one after the other. The sample is their median. */
export async function timeRequests(
  count: number,
  processes: readonly number[],
  send: () => Promise<void>,
): Promise<Sample> {
  const times: number[] = [];
  const { cpuMs } = await takeTime(count, processes, async () => {
    for (let index = 0; index < count; index += 1) {
      const started = performance.now();
      await send();
      times.push(performance.now() - started);
    }
  });
  return { ms: describeSpread(times).median, cpuMs };
}
