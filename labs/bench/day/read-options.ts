import { SetupError } from '../../../ops/local/boot/boot-report.js';
import { readArguments } from '../../../ops/read-arguments.ts';

export type DayOptions = {
  /** The numbers of invoices of the days to simulate, or of the one day that the check runs. */
  readonly invoices: readonly number[];
  readonly seed: number;
  /** Whether to run a small day for real and compare it with its simulation. */
  readonly isCheck: boolean;
  /** The number of minutes into which the check compresses its day. */
  readonly minutes: number;
  /** Whether to write results.json. */
  readonly isKept: boolean;
};

const LOADS = [1_000_000, 10_000_000, 100_000_000];
/** A hundredth of the smallest load. */
const CHECKED = 10_000;

/**
 * Reads the command line of `npm run day`.
 * @throws SetupError for an unknown option or an invalid value.
 */
export function readOptions(args: readonly string[]): DayOptions {
  const { values } = readArguments({
    args: [...args],
    options: {
      invoices: { type: 'string' },
      seed: { type: 'string', default: '1' },
      check: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '4' },
      keep: { type: 'boolean', default: false },
    },
  });
  const { seed, check, minutes, keep, invoices } = values;
  for (const [name, value = '1'] of Object.entries({ seed, minutes, invoices }))
    if (!/^[1-9]\d{0,8}$/.test(value))
      throw new SetupError(`--${name}=${value}: it must be a whole number from 1 to 999999999`);
  if (keep && invoices !== undefined)
    throw new SetupError(
      '--keep stores the days that docs/scale.md shows, so it cannot be combined with --invoices',
    );
  const own = invoices === undefined ? null : Number(invoices);
  const least = check ? 1000 : 10_000;
  if (own !== null && own < least)
    throw new SetupError(`--invoices=${own}: a day needs at least ${least} invoices`);
  return {
    invoices: own === null ? (check ? [CHECKED] : LOADS) : [own],
    seed: Number(seed),
    isCheck: check,
    minutes: Number(minutes),
    isKept: keep,
  };
}
