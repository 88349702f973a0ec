import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readArguments } from '../../ops/read-arguments.ts';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { ALL_FAULTS } from './all-faults.ts';
import type { Fault } from './fault.ts';
import { buildFaultTable } from './build-fault-table.ts';
import { runFault, type FaultOutcome } from './run-fault.ts';
import { mayMount } from './support/mount.ts';
import { type Ground, openFaultServers, openSmallDisk } from './support/servers.ts';

/*
 * `npm run test:faults`: every fault under load, on servers of its own, with real processes and real signals; the invariants are proven
 * after each. FAULTS_SEED repeats the random choices of a run, --only=kill-worker,flush-redis runs some.
 */

const { FAULTS_SEED: given } = process.env;
if (given !== undefined && !/^\d{1,15}$/.test(given)) refuse(`FAULTS_SEED=${given}: a number is wanted`);
const seed = Number(given ?? Math.floor(Math.random() * 2 ** 31));
const { values } = readOptions();
const names = values.only?.split(',');
const unknown = names?.filter((name) => !ALL_FAULTS.some((fault) => fault.name === name)) ?? [];
if (unknown.length > 0) {
  refuse(`There is no fault ${unknown.join(', ')}: ${ALL_FAULTS.map(({ name }) => name).join(', ')}`);
}
const faults = ALL_FAULTS.filter(({ name }) => names?.includes(name) ?? true);
console.log(`faults: seed ${seed} (FAULTS_SEED=${seed} repeats it)`);

const outcomes: FaultOutcome[] = [];
{
  await using ground = await openFaultServers();
  for (const fault of faults) {
    console.log(`\n${fault.name}: ${fault.title}`);
    const outcome = await run(fault, ground);
    outcomes.push(outcome);
    console.log(
      outcome.failure ?? `  ${outcome.skipped ?? `passed in ${Math.round(outcome.took / 1000)} s`}`,
    );
  }
}

function readOptions() {
  try {
    return readArguments({ options: { only: { type: 'string' } } });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

async function run(fault: Fault, ground: Ground): Promise<FaultOutcome> {
  if (fault.needs !== 'mount') return runFault(fault, ground, seed, false);
  if (!mayMount()) {
    const skipped = 'only root may mount here';
    return { fault, result: null, verdicts: [], failure: null, skipped, took: 0 };
  }
  await using small = await openSmallDisk(ground);
  return await runFault(fault, small, seed, false);
}

const table = buildFaultTable(outcomes);
const file = path.join(LOCAL, 'faults.txt');
mkdirSync(LOCAL, { recursive: true });
writeFileSync(file, `seed ${seed}\n\n${table}\n`);
console.log(`\n${table}\n\nAlso in ${file}`);
process.exit(outcomes.some(({ failure }) => failure !== null) ? 1 : 0);
