import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LOCAL, ROOT } from '../../ops/local/boot/layout.ts';
import { installLab } from '../install-lab.ts';
import { chooseTraces, countFeatures } from './choose-traces.ts';
import { listInvariants, simulate } from './quint.ts';
import { type ModelOptions, readOptions } from './read-options.ts';
import { SPECIFICATIONS, type Specification } from './specifications.ts';
import { readSimulatedTrace, type Trace, writeTrace } from './trace.ts';
import { isCaught } from './try-mutants.ts';

/*
 * npm run model runs each specification with random choices, shows that each invariant can fail,
 * and writes runs of the engine's guarantee for the replay against the real code. The exit code is
 * 1 if an invariant breaks or a mutant is not caught.
 */

const TRACES = path.join(LOCAL, 'model', 'traces');
const KEPT = path.join(ROOT, 'test', 'golden', 'model');
/** The maximum number of runs of a mutant; most mutants are caught within a hundred. */
const MUTANT_SAMPLES = 20_000;
/** The number of runs that npm test replays. */
const MOST_KEPT = 8;

try {
  const options = readOptions(process.argv.slice(2), () => Math.floor(Math.random() * 2 ** 31));
  await installLab();
  process.exitCode = (await run(options)) ? 0 : 1;
} catch (error) {
  console.error(`✖ ${(error as Error).message}`);
  process.exitCode = 1;
}

async function run(options: ModelOptions): Promise<boolean> {
  rmSync(TRACES, { recursive: true, force: true });
  let areAllRight = true;
  for (const specification of SPECIFICATIONS)
    if (options.only === null || options.only === specification.name)
      areAllRight = (await check(specification, options)) && areAllRight;
  return areAllRight;
}

async function check(
  specification: Specification,
  { samples, seed, traces, tryMutants, isKept }: ModelOptions,
): Promise<boolean> {
  const { name, directory, isReplayed } = specification;
  const invariants = listInvariants(directory);
  console.log(`${name}: ${invariants.length} invariants, ${samples} runs, --seed=${seed} repeats the runs`);
  const written = path.join(TRACES, isReplayed ? '' : name);
  mkdirSync(written, { recursive: true });
  const begun = performance.now();
  // The simulator writes each run twice.
  const count = isReplayed ? 2 * traces : 1;
  const { broken, said } = await simulate({
    directory,
    invariants,
    samples,
    seed,
    traces: { directory: written, count },
  });
  if (broken.length > 0) {
    console.log(said);
    console.log(
      `✖ broken: ${broken.join(', ')}. The run that shows it is ${path.join(written, '0.itf.json')}`,
    );
    return false;
  }
  console.log(`✔ all invariants hold [${((performance.now() - begun) / 1000).toFixed(1)}s]`);
  if (isReplayed) keepTraces(isKept);
  else rmSync(written, { recursive: true });
  return !tryMutants || (await tryAll(specification, seed));
}

function keepTraces(isKept: boolean): void {
  const written = writeTraces();
  const { actions, meetings } = countFeatures(written);
  console.log(`✔ ${written.length} runs in ${TRACES}: ${actions} actions, ${meetings} meetings`);
  if (isKept) keep(written);
}

/** Replaces the files of the simulator by texts, without duplicates. */
function writeTraces(): Trace[] {
  const texts = new Map<string, Trace>();
  for (const name of readdirSync(TRACES)) {
    const file = path.join(TRACES, name);
    const trace = readSimulatedTrace(readFileSync(file, 'utf8'));
    texts.set(writeTrace(trace), trace);
    rmSync(file);
  }
  for (const [index, text] of [...texts.keys()].entries())
    writeFileSync(path.join(TRACES, `${index + 1}.trace`), text);
  return [...texts.values()];
}

function keep(written: readonly Trace[]): void {
  rmSync(KEPT, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true });
  const chosen = chooseTraces(written, MOST_KEPT);
  for (const [index, trace] of chosen.entries())
    writeFileSync(path.join(KEPT, `${String(index + 1).padStart(2, '0')}.trace`), writeTrace(trace));
  const { actions, meetings } = countFeatures(chosen);
  console.log(`✔ ${chosen.length} runs kept for npm test: ${actions} actions, ${meetings} meetings`);
}

async function tryAll(specification: Specification, seed: string): Promise<boolean> {
  const { directory, mutants } = specification;
  let areAllCaught = true;
  for (const mutant of mutants) {
    const begun = performance.now();
    const caught = await isCaught(specification, mutant, MUTANT_SAMPLES, seed);
    areAllCaught &&= caught;
    const took = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${caught ? '✔' : '✖ NOT CAUGHT:'} ${mutant.breaks}, if ${mutant.name} [${took}s]`);
  }
  const unproven = listInvariants(directory).filter((name) => !mutants.some(({ breaks }) => breaks === name));
  if (unproven.length > 0) console.log(`✖ not shown to be able to fail: ${unproven.join(', ')}`);
  return areAllCaught && unproven.length === 0;
}
