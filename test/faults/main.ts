import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../../ops/local/boot/boot-report.js';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { readArguments } from '../../ops/read-arguments.ts';
import { chooseFaults } from './choose-faults.ts';
import { buildOutcomeTable, describeFaults, describeOutcome } from './describe-faults.ts';
import type { Fault } from './fault.ts';
import { MACHINE_FAULTS } from './machine-faults.ts';
import { openPlace } from './place.ts';
import { type FaultOutcome, runFault } from './run-fault.ts';
import { openFaultServers } from './support/servers.ts';
import type { World } from './support/world.ts';

/*
 * `npm run test:faults` causes every fault under load, on separate servers, with real processes and
 * real signals, and proves the invariants after each. FAULTS_SEED repeats the random choices of a
 * run.
 */

try {
  const { values, positionals } = readArguments({
    options: { list: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const faults = chooseFaults(MACHINE_FAULTS, positionals);
  if (values.list) console.log(describeFaults(faults));
  else process.exitCode = (await makeFaults(faults, readSeed())) ? 0 : 1;
} catch (error) {
  console.error(
    `✖ ${error instanceof SetupError ? error.message : ((error as Error).stack ?? String(error))}`,
  );
  process.exitCode = error instanceof SetupError ? 2 : 1;
}
process.exit();

function readSeed(): number {
  const { FAULTS_SEED: given } = process.env;
  if (given === undefined) return Math.floor(Math.random() * 2 ** 31);
  if (!/^\d{1,15}$/.test(given)) throw new SetupError(`FAULTS_SEED=${given} must be a number`);
  return Number(given);
}

async function makeFaults(faults: readonly Fault<World>[], seed: number): Promise<boolean> {
  console.log(`faults: seed ${seed} (FAULTS_SEED=${seed} repeats it)`);
  await using ground = await openFaultServers();
  const place = openPlace(ground, seed, false);
  const outcomes: FaultOutcome[] = [];
  for (const fault of faults) {
    console.log(`\n${fault.name}: ${fault.hurts}`);
    const outcome = await runFault(fault, place);
    outcomes.push(outcome);
    for (const line of describeOutcome(outcome)) console.log(`    ${line}`);
  }
  const table = buildOutcomeTable(outcomes);
  const file = path.join(LOCAL, 'faults.txt');
  mkdirSync(LOCAL, { recursive: true });
  writeFileSync(file, `seed ${seed}\n\n${table}\n`);
  console.log(`\n${table}\n\nAlso in ${file}`);
  return outcomes.every(({ failure }) => failure === null);
}
