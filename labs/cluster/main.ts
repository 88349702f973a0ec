import path from 'node:path';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { readArguments } from '../../ops/read-arguments.ts';
import { SetupError } from '../../ops/local/boot/boot-report.js';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { holdProcessLock } from '../../ops/local/boot/process-lock.js';
import { listenForShutdown } from '../../ops/local/engine/shutdown.ts';
import { runSteps } from '../../ops/local/engine/step-list.ts';
import { type Cluster, ENVIRONMENT_FILE, findPrimary } from './cluster.ts';
import { endCluster } from './end-cluster.ts';
import { openGround } from './network/ground.ts';
import { buildClusterSteps } from './open-cluster.ts';
import { hasPackages } from './packages/fetch-packages.ts';
import { buildAdvice, buildWhoIsWho } from './watching/describe-cluster.ts';
import { findChanges } from './watching/find-changes.ts';
import { readRoles } from './watching/read-roles.ts';

/*
 * `npm run cluster` runs the engine on many simulated machines on this host until it receives a
 * signal.
 */

const LOOK_MS = 1000;

const shutdown = listenForShutdown();
try {
  const { values } = readArguments({ options: { 'without-patroni': { type: 'boolean', default: false } } });
  holdProcessLock(path.join(LOCAL, 'cluster.lock'), 'npm run cluster or test:cluster');
  await runCluster(!values['without-patroni'] && hasPackages());
} catch (error) {
  process.exitCode = 1;
  console.error(
    `✖ ${error instanceof SetupError ? error.message : ((error as Error).stack ?? String(error))}`,
  );
}
process.exit();

async function runCluster(withPatroni: boolean): Promise<void> {
  const ground = await openGround();
  const opening = buildClusterSteps(ground, {
    withPatroni,
    report,
    onStart: ({ supervised, stage }) =>
      // The servers' data is discarded, so they can be killed.
      shutdown.add(
        stage,
        stage === 'servers' ? { ...supervised, stop: async () => supervised.kill() } : supervised,
      ),
  });
  try {
    if (ground.kind === 'loopback')
      report(
        'Network namespaces need root and are not available here: the machines are loopback addresses, and no network between them can be cut',
      );
    if (!withPatroni)
      report(
        'Patroni is not used, because --without-patroni is given or apt-get is not available: a person must promote the standby. In production, use Patroni, CloudNativePG or a managed service',
      );
    await Promise.race([
      runSteps(opening.steps, { concurrent: true }).then(() => watch(opening.cluster())),
      shutdown.requested,
    ]);
    console.log('\nStopping; press Ctrl-C again to kill all processes');
  } finally {
    await shutdown.stopAll();
    await endCluster(ground, opening.home);
    rmSync(ENVIRONMENT_FILE, { force: true });
  }
  console.log('Stopped');
}

async function watch(cluster: Cluster): Promise<void> {
  let isOver = false;
  void shutdown.requested.then(() => (isOver = true));
  let roles = await readRoles(cluster);
  console.log(
    `\n${buildWhoIsWho(cluster, roles)}\n\n${buildAdvice(cluster, (await findPrimary(cluster)) ?? 'postgres1')}\n`,
  );
  for (;;) {
    await wait(LOOK_MS);
    const now = await readRoles(cluster);
    if (isOver) return;
    for (const change of findChanges(roles, now)) report(change);
    roles = now;
  }
}

function report(message: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${message}`);
}
