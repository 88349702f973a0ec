import { readProcessorTime } from './process-tree.ts';
import type { Turn } from './interleave.ts';
import { describeSpread } from './statistics.ts';

/**
 * Times some work.
 * @param units of work that it does: the turn is about one of them.
 * @param processes whose processor time, with that of their descendants, counts.
 */
export async function takeTime(
  units: number,
  processes: readonly number[],
  work: () => Promise<void>,
): Promise<Turn> {
  const cpuBefore = readProcessorTime(processes);
  const started = performance.now();
  await work();
  const ms = performance.now() - started;
  const cpuAfter = readProcessorTime(processes);
  const cpuMs = cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / units;
  return { ms: ms / units, cpuMs };
}

/** Times each of some requests, one after the other. The turn is the middle one. */
export async function timeRequests(
  count: number,
  processes: readonly number[],
  send: () => Promise<void>,
): Promise<Turn> {
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
