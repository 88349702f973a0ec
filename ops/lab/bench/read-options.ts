import { SetupError } from '../../local/boot/boot-report.js';
import { readArguments } from '../../read-arguments.ts';

export type BenchOptions = {
  /** Small sizes: shows that everything still works, not how fast it is. */
  readonly isQuick: boolean;
  readonly repeats: number;
  /** Goals by their number; all when empty. */
  readonly only: readonly string[];
  /** Whether what a run of some goals finds takes the place of what was kept of them. */
  readonly isKept: boolean;
  /** How long the goal `soak` lasts; null for as long as it does by itself. */
  readonly minutes: number | null;
};

const REPEATS = 7;
const QUICK_REPEATS = 1;
const MAX_MINUTES = 7 * 24 * 60;

/** Reads the command line of `npm run bench`. @throws SetupError for what it does not know. */
export function readOptions(args: readonly string[], goals: readonly string[]): BenchOptions {
  const { values } = readArguments({
    args: [...args],
    options: {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      repeats: { type: 'string' },
      minutes: { type: 'string' },
      keep: { type: 'boolean' },
    },
  });
  const isQuick = values.quick ?? false;
  const { repeats = String(isQuick ? QUICK_REPEATS : REPEATS) } = values;
  if (!/^[1-9]\d{0,3}$/.test(repeats))
    throw new SetupError(`--repeats=${repeats}: a number from 1 is wanted`);
  const only = values.only?.split(',').map((goal) => goal.trim()) ?? [];
  const unknown = only.find((goal) => !goals.includes(goal));
  if (unknown !== undefined)
    throw new SetupError(`--only=${unknown}: there is no such goal`, `Goals: ${goals.join(', ')}`);
  const minutes = values.minutes === undefined ? null : Number(values.minutes);
  if (minutes !== null && !(minutes > 0 && minutes <= MAX_MINUTES))
    throw new SetupError(`--minutes=${values.minutes}: a number above 0, up to ${MAX_MINUTES}, is wanted`);
  if (minutes !== null && !only.includes('soak'))
    throw new SetupError(
      '--minutes is about the goal soak alone',
      'npm run bench -- --only=soak --minutes=60',
    );
  const isKept = values.keep ?? false;
  if (isKept && (isQuick || only.length === 0 || only.includes('soak')))
    throw new SetupError(
      '--keep is about some goals of a whole run, measured again',
      'npm run bench -- --only=8 --keep',
    );
  return { isQuick, repeats: Number(repeats), only, isKept, minutes };
}
