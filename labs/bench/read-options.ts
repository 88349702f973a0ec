import { SetupError } from '../../ops/local/boot/boot-report.js';
import { readArguments } from '../../ops/read-arguments.ts';

export type BenchOptions = {
  /** Uses small sizes, which show that everything still works but not how fast it is. */
  readonly isQuick: boolean;
  readonly repeats: number;
  /** The goals to measure, by their ids; empty means all. */
  readonly only: readonly string[];
  /** Whether the results of a run of some goals replace their kept results. */
  readonly isKept: boolean;
  /** The duration of the goal `soak`; null means its default. */
  readonly minutes: number | null;
  /**
   * The loads that goal 16 measures: those whose names contain one of these texts; empty means all.
   */
  readonly loads: readonly string[];
};

const REPEATS = 7;
const QUICK_REPEATS = 1;
const MAX_MINUTES = 7 * 24 * 60;

/**
 * Reads the command line of `npm run bench`.
 * @throws SetupError for an unknown option or an invalid value.
 */
export function readOptions(args: readonly string[], goals: readonly string[]): BenchOptions {
  const { values } = readArguments({
    args: [...args],
    options: {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      repeats: { type: 'string' },
      minutes: { type: 'string' },
      keep: { type: 'boolean' },
      loads: { type: 'string' },
    },
  });
  const isQuick = values.quick ?? false;
  const { repeats = String(isQuick ? QUICK_REPEATS : REPEATS) } = values;
  if (!/^[1-9]\d{0,3}$/.test(repeats))
    throw new SetupError(`--repeats=${repeats}: it must be a whole number from 1 to 9999`);
  const only = values.only?.split(',').map((goal) => goal.trim()) ?? [];
  const unknown = only.find((goal) => !goals.includes(goal));
  if (unknown !== undefined)
    throw new SetupError(`--only=${unknown}: this goal does not exist`, `Goals: ${goals.join(', ')}`);
  const minutes = values.minutes === undefined ? null : Number(values.minutes);
  if (minutes !== null && !(minutes > 0 && minutes <= MAX_MINUTES))
    throw new SetupError(
      `--minutes=${values.minutes}: it must be a number above 0 and at most ${MAX_MINUTES}`,
    );
  if (minutes !== null && !only.includes('soak'))
    throw new SetupError(
      '--minutes applies only to the goal soak',
      'npm run bench -- --only=soak --minutes=60',
    );
  const loads = values.loads?.split(',').map((text) => text.trim()) ?? [];
  if (loads.length > 0 && !only.includes('16'))
    throw new SetupError(
      '--loads applies only to goal 16',
      "npm run bench -- --only=16 --loads='GET /api/v2/invoices/{id}'",
    );
  const isKept = values.keep ?? false;
  if (isKept && loads.length > 0) throw new SetupError('--keep needs all loads of goal 16, without --loads');
  if (isKept && (isQuick || only.length === 0 || only.includes('soak')))
    throw new SetupError(
      '--keep needs --only with goals of a whole run other than soak, without --quick',
      'npm run bench -- --only=8 --keep',
    );
  return { isQuick, repeats: Number(repeats), only, isKept, minutes, loads };
}
