import { SetupError } from '../../../local/boot/boot-report.js';
import { readArguments } from '../../../read-arguments.ts';

export type DayOptions = {
  /** Days of so many invoices are simulated; of the check, the day that is run. */
  readonly invoices: readonly number[];
  readonly seed: number;
  /** Whether a small day is run for real and held against its simulation. */
  readonly isCheck: boolean;
  /** How long the day is made that is run, in minutes. */
  readonly minutes: number;
  /** Whether results.json is written. */
  readonly isKept: boolean;
};

const LOADS = [1_000_000, 10_000_000, 100_000_000];
/** A hundredth of the first of them. */
const CHECKED = 10_000;

/** Reads the command line of `npm run day`. @throws SetupError for what it does not know. */
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
    if (!/^[1-9]\d{0,8}$/.test(value)) throw new SetupError(`--${name}=${value}: a number from 1 is wanted`);
  if (keep && invoices !== undefined)
    throw new SetupError('--keep is about the days that the documents tell of: without --invoices');
  const own = invoices === undefined ? null : Number(invoices);
  const least = check ? 1000 : 10_000;
  if (own !== null && own < least) throw new SetupError(`--invoices=${own}: at least ${least} are a day`);
  return {
    invoices: own === null ? (check ? [CHECKED] : LOADS) : [own],
    seed: Number(seed),
    isCheck: check,
    minutes: Number(minutes),
    isKept: keep,
  };
}
