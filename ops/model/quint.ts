import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runLogged } from '../local/boot/boot-report.js';
import { LOCAL } from '../local/boot/layout.ts';
import { runNpm } from '../local/boot/run-npm.js';

/*
 * Quint, the language of the model, and its simulator. It is installed by itself below .local, pinned by the lockfile beside: nobody who does not
 * run the model needs its packages.
 */

export const SPECIFICATION = import.meta.dirname;
const PLACE = path.join(LOCAL, 'model', 'quint');
const PROGRAM = path.join(PLACE, 'node_modules', '@informalsystems', 'quint', 'dist', 'src', 'cli.js');

/** Installs the simulator where it is missing, or another one than the lockfile's. @throws SetupError where npm cannot. */
export async function installQuint(): Promise<void> {
  const readLock = (directory: string) => readFileSync(path.join(directory, 'package-lock.json'), 'utf8');
  if (existsSync(PROGRAM) && readLock(PLACE) === readLock(SPECIFICATION)) return;
  const work = `${PLACE}.${process.pid}`;
  try {
    mkdirSync(work, { recursive: true });
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(SPECIFICATION, name), path.join(work, name));
    await runNpm(['ci'], { log: path.join(LOCAL, 'logs', 'npm-ci-quint.log'), cwd: work });
    rmSync(PLACE, { recursive: true, force: true });
    renameSync(work, PLACE);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

export type Simulation = {
  /** Directory of the specification. */
  readonly directory: string;
  readonly invariants: readonly string[];
  /** Runs at most. */
  readonly samples: number;
  /** Hexadecimal or decimal; the same one gives the same runs. */
  readonly seed: string;
  /** Where so many runs are written, as `<number>.itf.json`. */
  readonly traces?: { readonly directory: string; readonly count: number };
};

export type SimulationResult = {
  /** Names of the invariants that a run broke. */
  readonly broken: readonly string[];
  /** What the simulator said. */
  readonly said: string;
};

/** Longer than any run that comes to its end. */
const MOST_STEPS = 220;

/** Runs the model with random choices until an invariant breaks or all runs are done. @throws where the simulator itself fails. */
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
    // A file: it ends before a pipe has taken all that it says.
    { log, cwd: directory },
  );
  const named = [...said.matchAll(/^ {2}❌ (\w+)$/gm)].map(([, name]) => name!);
  // One alone is not named.
  const broken = named.length === 0 && said.includes('[violation]') ? invariants : named;
  if (broken.length === 0 && !said.includes('[ok]'))
    throw new Error(`The simulator failed:\n${said.slice(-2000)}`);
  return { broken, said };
}

/** The names of all invariants of the specification. */
export function listInvariants(): string[] {
  const specification = readFileSync(path.join(SPECIFICATION, 'invariants.qnt'), 'utf8');
  return [...specification.matchAll(/^ {2}val (\w+) =/gm)].map(([, name]) => name!);
}
