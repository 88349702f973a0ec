import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { styleText } from 'node:util';
import { readArguments } from '../../read-arguments.ts';
import { SetupError } from '../boot/boot-report.js';
import { removeDeadDirectories } from '../boot/dead-directories.ts';
import { LOCAL, ROOT } from '../boot/layout.ts';
import { bundlePackages } from './bundle-packages.ts';
import { notePassed } from './passed-before.ts';
import { runCheck } from './run-check.ts';
import { readNotJudged, runTests, type TestRun, watchTests } from './run-tests.ts';
import { buildSecrets } from '../engine/secrets.ts';
import { buildServerSteps, type ServerAddresses } from '../servers/servers.ts';
import { listenForShutdown } from '../engine/shutdown.ts';
import { runSteps } from '../engine/step-list.ts';
import {
  IS_LONG,
  laneProjects,
  pickParts,
  pickTier,
  refuseNothing,
  type Check,
  type Outcome,
  type Project,
} from './test-parts.ts';
import { buildTestSummary, describePart } from './test-summary.ts';

/*
 * `npm test`: runs every check and the tests of a tier, on temporary servers. `boot.js` has
 * installed what was missing.
 */

const directory = path.join('test', String(process.pid));
const shutdown = listenForShutdown();
const servers: AsyncDisposable[] = [];
const outcomes: Outcome[] = [];
try {
  const { values, positionals } = readArguments({
    options: {
      only: { type: 'string' },
      tier: { type: 'string' },
      changed: { type: 'boolean' },
      watch: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const tier = pickTier(values.tier, values.only !== undefined || positionals.length > 0);
  const { checks, projects } = pickParts(values.only, tier);
  removeDeadDirectories(path.join(LOCAL, 'test'));
  mkdirSync(path.join(LOCAL, directory), { recursive: true });
  await Promise.race([
    (async () => {
      const addresses = await openServers(projects);
      const preload = projects.length === 0 ? '' : await bundlePackages();
      const common = { filters: positionals, tier, addresses, preload };
      if (values.watch) return watchTests(projects, common);
      const run = { ...common, onlyChanged: values.changed ?? false };
      // The long form measures floods and memory, so the checks do not run beside its tests.
      if (IS_LONG) await runChecks(checks);
      await Promise.all([
        ...(IS_LONG ? [] : [runChecks(checks)]),
        ...laneProjects(projects, IS_LONG).map((lane) => runDeliverer(lane, run)),
      ]);
      for (const outcome of refuseNothing(outcomes, positionals)) outcomes.push(outcome);
      const isWhole = values.only === undefined && positionals.length === 0 && !values.changed;
      if (IS_LONG && isWhole && outcomes.every(({ failed }) => failed === 0))
        notePassed(ROOT, path.join(LOCAL, 'test-long'));
    })(),
    shutdown.requested.then(() => {
      throw new SetupError('Interrupted');
    }),
  ]);
} catch (error) {
  const message = error instanceof SetupError ? error.message : ((error as Error).stack ?? String(error));
  outcomes.push({ part: 'set-up', passed: 0, failed: 1, skipped: 0, took: 0, output: message });
}
await shutdown.stopAll();
await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
const notJudged = readNotJudged(path.join(LOCAL, directory));
rmSync(path.join(LOCAL, directory), { recursive: true, force: true });
console.log(buildTestSummary(outcomes, notJudged));
process.exit(outcomes.some(({ failed }) => failed > 0) ? 1 : 0);

/** Opens the temporary servers. Unit tests and checks need none. */
async function openServers(projects: readonly Project[]): Promise<ServerAddresses> {
  if (!projects.some((project) => project !== 'unit')) return {};
  const { steps, addresses } = buildServerSteps({
    directory,
    databaseUrl: undefined,
    redisUrl: undefined,
    logPrefix: 'test-',
    secrets: buildSecrets(),
    resetPassword: false,
    throwaway: true,
    durable: false,
    onOpen: (server) => {
      servers.push(server);
      shutdown.add('servers', server.process);
    },
    report: (message) => console.log(`! ${message}`),
  });
  await runSteps(steps, { concurrent: true });
  return addresses;
}

/**
 * Runs the checks one after another, beside the tests. Each is reported in one line, since vitest
 * may write at the same time.
 */
async function runChecks(checks: readonly Check[]): Promise<void> {
  for (const check of checks) {
    const outcome = await runCheck(check);
    outcomes.push(outcome);
    console.log(describePart(outcome));
  }
}

async function runDeliverer(lane: readonly Project[], run: Omit<TestRun, 'directory'>): Promise<void> {
  for (const project of lane) await runProject(project, run);
}

async function runProject(project: Project, run: Omit<TestRun, 'directory'>): Promise<void> {
  console.log(styleText('bold', `\n${project}`, { stream: process.stdout }));
  outcomes.push(await runTests(project, { ...run, directory: path.join(LOCAL, directory) }));
}
