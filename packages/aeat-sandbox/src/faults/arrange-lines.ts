import type { FaultRequest } from './fault.ts';
import { seedRandom } from './seed-random.ts';

const MISSING_LINES = 1;

/**
 * Returns the lines that an answer shows under a fault: all, without the last ones, or in another
 * order, which is the same for the same seed.
 */
export function arrangeLines<T>(lines: readonly T[], fault: FaultRequest | null): readonly T[] {
  if (fault?.kind === 'partial')
    return lines.slice(0, Math.max(0, lines.length - (fault.records ?? MISSING_LINES)));
  if (fault?.kind === 'reversed') return lines.toReversed();
  if (fault?.kind === 'exchanged') return [...lines.slice(1, 2), ...lines.slice(0, 1), ...lines.slice(2)];
  return fault?.kind === 'shuffled' ? shuffle(lines, fault.seed ?? 1) : lines;
}

/** Shuffles two lines or more so that the order is never the same. */
function shuffle<T>(lines: readonly T[], seed: number): readonly T[] {
  const random = seedRandom(seed);
  const shuffled = [...lines];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  const isSame = shuffled.every((line, index) => line === lines[index]);
  return isSame ? [...lines.slice(1), ...lines.slice(0, 1)] : shuffled;
}
