import { SetupError } from '../../ops/local/boot/boot-report.js';
import type { Fault } from './fault.ts';

/**
 * Chooses faults by the arguments of a command.
 * @param texts a fault whose name holds one of them is chosen; without a text all are.
 * @throws SetupError where no fault has such a name.
 */
export function chooseFaults<World>(
  all: readonly Fault<World>[],
  texts: readonly string[],
): readonly Fault<World>[] {
  const chosen = all.filter(({ name }) => texts.length === 0 || texts.some((text) => name.includes(text)));
  if (chosen.length > 0) return chosen;
  throw new SetupError(
    `No fault has ${texts.join(' or ')} in its name`,
    `Faults: ${all.map(({ name }) => name).join(', ')}`,
  );
}
