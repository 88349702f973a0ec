import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { hasPackages } from '../packages/fetch-packages.ts';
import { SetupError } from '../../../ops/local/boot/boot-report.js';
import { LOCAL } from '../../../ops/local/boot/layout.ts';
import { holdProcessLock } from '../../../ops/local/boot/process-lock.js';
import { listenForShutdown } from '../../../ops/local/engine/shutdown.ts';
import { readArguments } from '../../../ops/read-arguments.ts';
import { chooseFaults } from '../../../test/faults/choose-faults.ts';
import { buildOutcomeTable, describeFaults, describeOutcome } from '../../../test/faults/describe-faults.ts';
import type { Fault } from '../../../test/faults/fault.ts';
import { type FaultOutcome, runFault } from '../../../test/faults/run-fault.ts';
import { CLUSTER_FAULTS } from './cluster-faults.ts';
import { openPlace } from './place.ts';
import { type OpenedCluster, openTestCluster } from './test-cluster.ts';
import type { World } from './world.ts';
import { writeResults } from './write-results.ts';

/*
 * `npm run test:cluster` starts a cluster on this machine and causes faults under load. After each
 * fault the cluster must recover completely, and the invariants are proven.
 */

const shutdown = listenForShutdown();
const over = new AbortController();
void shutdown.requested.then(() => over.abort());
try {
  const { values, positionals } = readArguments({
    options: { list: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const faults = chooseFaults(CLUSTER_FAULTS, positionals);
  if (values.list) console.log(describeFaults(faults));
  else process.exitCode = (await testCluster(faults)) ? 0 : 1;
} catch (error) {
  process.exitCode = 1;
  console.error(
    `✖ ${error instanceof SetupError ? error.message : ((error as Error).stack ?? String(error))}`,
  );
}
process.exit();

async function testCluster(faults: readonly Fault<World>[]): Promise<boolean> {
  if (!hasPackages())
    throw new SetupError(
      'The faults need Patroni, etcd and haproxy, which are fetched with apt-get, and this machine has no apt-get',
      'npm run cluster works without them.',
    );
  holdProcessLock(path.join(LOCAL, 'cluster.lock'), 'npm run cluster or test:cluster');
  const outcomes: FaultOutcome[] = [];
  const started = new Date();
  let isDone = false;
  // A cluster that a fault broke is replaced before the next fault.
  while (outcomes.length < faults.length && !over.signal.aborted) {
    await using cluster = await openTestCluster(report);
    const rest = faults.slice(outcomes.length);
    isDone = await Promise.race([
      cluster.opened.then((opened) => hurtCluster(opened, rest, outcomes)).then(() => true),
      shutdown.requested.then(() => false),
    ]);
    if (outcomes.at(-1)?.failure) keepLogs(outcomes.at(-1)!.fault.name);
  }
  console.log(`\n${buildOutcomeTable(outcomes)}`);
  const isPassed = isDone && outcomes.every(({ failure }) => failure === null);
  const isWhole =
    faults.length === CLUSTER_FAULTS.length && outcomes.every(({ skipped }) => skipped === null);
  if (isPassed && isWhole) writeResults(outcomes, started);
  return isPassed;
}

/** Runs faults one after the other until one fails. */
async function hurtCluster(
  opened: OpenedCluster,
  faults: readonly Fault<World>[],
  outcomes: FaultOutcome[],
): Promise<void> {
  const place = openPlace(opened, () => `C${outcomes.length}x`);
  for (const fault of faults) {
    console.log(`\n${fault.name}: ${fault.hurts}`);
    const outcome = await runFault(fault, place);
    outcomes.push(outcome);
    for (const line of describeOutcome(outcome)) report(line);
    if (outcome.failure !== null || over.signal.aborted) return;
  }
}

/** Keeps the logs of a failed run, because the next cluster overwrites them. */
function keepLogs(name: string): void {
  const logs = path.join(LOCAL, 'logs');
  const kept = path.join(logs, `cluster-failed-${name}`);
  mkdirSync(kept, { recursive: true });
  for (const file of readdirSync(logs))
    if (/^cluster-.*\.log$/.test(file) && !file.includes('.previous'))
      cpSync(path.join(logs, file), path.join(kept, file));
  report(`Its logs are kept in ${path.relative(process.cwd(), kept)}`);
}

function report(message: string): void {
  console.log(`    ${message}`);
}
