import { availableParallelism } from 'node:os';
import type { Project } from './test-parts.ts';

/**
 * The time that the fixed computation takes on a machine on which the tests meet the time limits of
 * the product with more files at once, in ms.
 */
const FAST_MS = 9;
const ROUNDS = 10;

let measured: number | undefined;

/**
 * Returns the time in ms that a fixed computation takes on one core: the shortest of ten rounds,
 * since other programs may run.
 */
function measureCore(): number {
  const items = Array.from({ length: 20_000 }, (_, index) => ({ id: index, text: `text ${index}` }));
  let shortest = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    JSON.parse(JSON.stringify(items));
    shortest = Math.min(shortest, performance.now() - started);
  }
  return shortest;
}

/**
 * Returns the number of test files that run at the same time. Those of `unit` only compute; the
 * others also wait for servers and processes. On a slow machine, more files at once exceed time
 * limits of the product. In the long form, floods run alone.
 */
export function countFilesAtOnce(
  project: Project,
  isLong: boolean,
  coreMs: number = (measured ??= measureCore()),
): number {
  const cores = availableParallelism();
  switch (project) {
    case 'unit':
      return cores;
    case 'integration':
      return cores + (coreMs <= FAST_MS ? 2 : 1);
    case 'e2e':
      return isLong ? 1 : cores;
    case 'fuzz':
      return 1;
  }
}
