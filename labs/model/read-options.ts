import { SetupError } from '../../ops/local/boot/boot-report.js';
import { readArguments } from '../../ops/read-arguments.ts';
import { SPECIFICATIONS } from './specifications.ts';

export type ModelOptions = {
  readonly samples: number;
  readonly seed: string;
  /** The number of runs to write for the replay. */
  readonly traces: number;
  readonly tryMutants: boolean;
  /** Whether the chosen runs replace those that npm test replays. */
  readonly isKept: boolean;
  /** The name of the only specification to run; null for all. */
  readonly only: string | null;
};

const SAMPLES = 1000;
const TRACES = 100;

/**
 * Reads the command line of `npm run model`.
 * @throws SetupError for an unknown option or an invalid value.
 */
export function readOptions(args: readonly string[], anySeed: () => number): ModelOptions {
  const { values } = readArguments({
    args: [...args],
    options: {
      samples: { type: 'string', default: String(SAMPLES) },
      traces: { type: 'string', default: String(TRACES) },
      seed: { type: 'string' },
      'no-mutants': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  });
  const seed = values.seed ?? String(anySeed());
  for (const [name, value] of Object.entries({ samples: values.samples, traces: values.traces, seed }))
    if (!/^[1-9]\d{0,14}$/.test(value))
      throw new SetupError(`--${name}=${value}: it must be a whole number from 1`);
  const names = SPECIFICATIONS.map(({ name }) => name);
  if (values.only !== undefined && !names.includes(values.only))
    throw new SetupError(`--only=${values.only}: it must be one of ${names.join(', ')}`);
  return {
    samples: Number(values.samples),
    traces: Math.min(Number(values.traces), Number(values.samples)),
    seed,
    tryMutants: !values['no-mutants'],
    isKept: values.keep,
    only: values.only ?? null,
  };
}
