import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runLogged } from '../../ops/local/boot/boot-report.js';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { LAB } from '../install-lab.ts';

/*
 * Runs Quint, the language of the model, and its simulator, which is one of the packages of the
 * lab.
 */

const PROGRAM = path.join(LAB, 'node_modules', '@informalsystems', 'quint', 'dist', 'src', 'cli.js');

export type Simulation = {
  /** The directory of the specification. */
  readonly directory: string;
  readonly invariants: readonly string[];
  /** The maximum number of runs. */
  readonly samples: number;
  /** Hexadecimal or decimal. The same seed gives the same runs. */
  readonly seed: string;
  /** The directory to which this many runs are written, as `<number>.itf.json`. */
  readonly traces?: { readonly directory: string; readonly count: number };
};

export type SimulationResult = {
  /** The names of the invariants that a run broke. */
  readonly broken: readonly string[];
  /** The output of the simulator. */
  readonly said: string;
};

/** The maximum number of steps; every run ends before. */
const MOST_STEPS = 220;

/**
 * Runs the model with random choices until an invariant breaks or all runs are done.
 * @throws if the simulator itself fails.
 */
export async function simulate(simulation: Simulation): Promise<SimulationResult> {
  const { directory, invariants, samples, seed, traces } = simulation;
  const options = [
    '--backend=typescript',
    '--main=invariants',
    `--max-samples=${samples}`,
    `--max-steps=${MOST_STEPS}`,
    `--seed=${seed}`,
    ...(traces
      ? ['--mbt', `--n-traces=${traces.count}`, `--out-itf=${path.join(traces.directory, '{seq}.itf.json')}`]
      : []),
    '--invariants',
    ...invariants,
  ];
  const log = path.join(LOCAL, 'logs', 'quint.log');
  rmSync(log, { force: true });
  const { output: said } = await runLogged(
    process.execPath,
    [PROGRAM, 'run', 'invariants.qnt', ...options],
    // The output goes to a file, because the simulator exits before a pipe has received all of it.
    { log, cwd: directory },
  );
  const named = [...said.matchAll(/^ {2}❌ (\w+)$/gm)].map(([, name]) => name!);
  // The simulator does not name an invariant if there is only one.
  const broken = named.length === 0 && said.includes('[violation]') ? invariants : named;
  if (broken.length === 0 && !said.includes('[ok]'))
    throw new Error(`The simulator failed:\n${said.slice(-2000)}`);
  return { broken, said };
}

/** Returns the names of all invariants of the specification in a directory. */
export function listInvariants(directory: string): string[] {
  const specification = readFileSync(path.join(directory, 'invariants.qnt'), 'utf8');
  return [...specification.matchAll(/^ {2}val (\w+) =/gm)].map(([, name]) => name!);
}
