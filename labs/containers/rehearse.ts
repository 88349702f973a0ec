import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describeOutcome } from '../../test/faults/describe-faults.ts';
import type { Fault } from '../../test/faults/fault.ts';
import { type FaultOutcome, runFault } from '../../test/faults/run-fault.ts';
import { recordOutcome } from '../../test/faults/fault-records.ts';
import { CONTAINER_FAULTS } from './container-faults.ts';
import { buildNext, finish, isDone, startLoad } from './load.ts';
import { openPlace } from './place.ts';
import type { Results } from './results.ts';
import { createAccounts, type Stack, VERSIONS } from './stack.ts';
import { flood } from './steps/flood.ts';
import { proveInvariants } from './steps/prove-invariants.ts';
import { proveLogs } from './steps/prove-logs.ts';
import { proveSandbox } from './steps/prove-sandbox.ts';

const UP = ['up', '--detach', '--wait', '--no-build'];

/** Runs a command like an operator. Warnings alone count as success. */
const ASK_DOCTOR = `const { spawnSync } = require('node:child_process');
const { status } = spawnSync('node', ['src/cli/main.ts', 'doctor', '--process', 'worker'], { stdio: 'inherit' });
process.exit(status === 1 ? 0 : status ?? 9)`;

/** The steps in order. Each step starts with the state that the previous one left. */
export async function rehearse(
  stack: Stack,
  upgradedFrom: string | null,
): Promise<Pick<Results, 'seconds' | 'faults' | 'memory' | 'sandbox' | 'batches'>> {
  const seconds: Record<string, number> = {};
  const time = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    console.log(`❯ ${what}`);
    const started = performance.now();
    const result = await work();
    seconds[what] = (performance.now() - started) / 1000;
    console.log(`✔ ${what} [${seconds[what].toFixed(1)}s]`);
    return result;
  };
  const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const result = await time(what, work);
    delete seconds[what];
    return result;
  };

  await time('`up --wait` with empty databases', () => stack.compose(UP, VERSIONS.older));
  await createAccounts(stack);
  const load = startLoad(stack);
  await wait(3000);
  const upgrade = `upgrade ${upgradedFrom === null ? '' : 'with a migration '}while clients post`;
  await time(upgrade, () => stack.compose(UP));
  seconds['… from the first refused connection to the last'] = findGap(stack);
  await wait(3000);
  await load.end();
  await step('all of it is done', () => finish(stack));

  await time('a batch of 100 to its last PDF', () => postAndWait(stack, 1, 100));
  await time('3 batches of 1000 to their last PDF, one worker', () => postAndWait(stack, 3, 1000));
  await step('three workers', () => stack.compose([...UP, '--scale', 'worker=3']));
  await time('the same with three workers', () => postAndWait(stack, 3, 1000));
  const sandbox = await step('Chromium is in its sandbox', () => proveSandbox(stack));
  const faults = await step('faults', () => makeFaults(stack, CONTAINER_FAULTS));
  await step('one worker', () => stack.compose([...UP, '--scale', 'worker=1']));
  const memory = await step('a flood', () => flood(stack));
  await time('a backup', () => backUp(stack));
  await step('the doctor of a container finds nothing that does not work', () =>
    stack.compose(['exec', '-T', 'worker', 'node', '-e', ASK_DOCTOR]),
  );
  await step('the logs are JSON', () => proveLogs(stack));
  await time('`down`, and `up --wait` again', async () => {
    await stack.compose(['down']);
    await stack.compose(UP);
  });
  await step('all of it is done', () => finish(stack));
  const batches = await step('the invariants hold', () => proveInvariants(stack));
  return { seconds, faults: faults.map(recordOutcome), memory, sandbox, batches };
}

/**
 * Starts containers and causes faults in them, one after the other.
 * @throws the error of the first fault that fails.
 */
export async function makeOnly(stack: Stack, faults: readonly Fault<Stack>[]): Promise<FaultOutcome[]> {
  await stack.compose(UP, VERSIONS.older);
  await createAccounts(stack);
  await stack.compose(UP);
  return makeFaults(stack, faults);
}

async function makeFaults(stack: Stack, faults: readonly Fault<Stack>[]): Promise<FaultOutcome[]> {
  const place = openPlace(stack);
  const outcomes: FaultOutcome[] = [];
  for (const fault of faults) {
    console.log(`\n${fault.name}: ${fault.hurts}`);
    const outcome = await runFault(fault, place);
    for (const line of describeOutcome(outcome)) console.log(`    ${line}`);
    if (outcome.failure !== null) throw new Error(`${fault.name}: ${outcome.failure}`);
    outcomes.push(outcome);
  }
  return outcomes;
}

async function postAndWait(stack: Stack, batches: number, invoices: number): Promise<void> {
  const client = stack.openClient();
  const posted = await Promise.all(
    Array.from({ length: batches }, () => client.create(buildNext(stack, client, invoices))),
  );
  for (const { id } of posted) await isDone(stack, id, 'rendered_at');
}

/** Returns the time during which connections of all clients were refused. */
function findGap(stack: Stack): number {
  const misses = stack.clients
    .flatMap((client) => client.misses.map(({ at }) => at))
    .toSorted((a, b) => a - b);
  return misses.length === 0 ? 0 : (misses.at(-1)! - misses[0]!) / 1000;
}

async function backUp(stack: Stack): Promise<void> {
  const { code, out } = await stack.operate(['src/cli/main.ts', 'backup', '--output', '/shared/backup']);
  if (code !== 0) throw new Error(`No backup was made: ${out}`);
  if (readdirSync(path.join(stack.shared, 'backup')).length === 0) throw new Error('The backup is empty');
}
