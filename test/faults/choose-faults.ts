import { SetupError } from '../../ops/local/boot/boot-report.js';
import type { Fault } from './fault.ts';

/**
 * Selects faults by the arguments of a command.
 * @param texts selects the faults whose names contain one of them; without a text all are selected.
 * @throws SetupError if no fault matches.
 */
export function chooseFaults<World>(
  all: readonly Fault<World>[],
  texts: readonly string[],
): readonly Fault<World>[] {
  const chosen = all.filter(({ name }) => texts.length === 0 || texts.some((text) => name.includes(text)));
  if (chosen.length > 0) return chosen;
  throw new SetupError(
    `No fault has a name that contains ${texts.join(' or ')}`,
    `Faults: ${all.map(({ name }) => name).join(', ')}`,
  );
}
