/*
 * The entry point of `npm start`, `npm test`, `npm run bench` and the like: installs what is
 * missing, then continues under the Node.js that the lockfile pins. It is plain JavaScript with
 * built-in modules only, since a fresh clone has no packages yet and the machine may have Node.js
 * 18.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SetupError } from './boot/boot-report.js';
import { findNode } from './boot/pinned-node.js';
import { prepare } from './boot/prepare.js';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const LOCAL = path.join(ROOT, '.local');

/** @type {Record<string, string>} */
const HELP = {
  start: `npm start: runs the whole engine on this machine, with its own PostgreSQL, Redis and Chromium.

  npm start -- --no-sample      do not send the sample batch on the first start
  npm start -- --servers-only   start only PostgreSQL, with the schema, and Redis, to restore a backup (docs/backup.md)
  npm start -- --help           show this text

Settings come from the environment: PORT, DASHBOARD_PORT, DATABASE_URL, REDIS_URL, CHROMIUM_PATH and all others of docs/settings.md.
Data, logs and generated secrets are in .local; remove that directory to start over.`,
  test: `npm test: runs every check and the first tier of the tests, on temporary servers. npm run test:rest runs the rest, as CI does.

  npm test -- --tier=both                   both tiers: first, rest, both (test/support/tier.ts). With the options below, both
  npm test -- --only=checks                 run only some parts: checks, format, types, lint, layers, unused, unit, integration, e2e
  npm test -- --only=unit test/domain       run only test files whose path contains a text
  npm test -- --help                        show this text`,
  durations: `npm run test:durations: writes the durations of the test files on this machine to test/durations.json, after both tiers have run.`,
  bench: `npm run bench: measures how fast the engine is, compared with the limits of the machine and with other products, on its own servers.

  npm run bench -- --quick         small sizes and few repeats, about a minute; the figures are not meaningful
  npm run bench -- --only=1,6      only these goals
  npm run bench -- --repeats=20    more repeats than 7
  npm run bench -- --only=soak --minutes=60
                                   memory of ingress and worker during an hour of load; needs about 20 GB of disk
  npm run bench -- --help          show this text

A complete run writes labs/bench/results.json and the charts in labs/bench/charts; keep the machine otherwise idle.
Missing packages of labs are installed first.`,
  rehearsal: `npm run rehearsal: restores a backup into a separate PostgreSQL, proves the invariants over it, and removes it again.
It may run beside npm start: it connects to none of its servers, and never to AEAT.

  npm run rehearsal -- --input /backups/2026-11-21   a directory that npm run engine -- backup wrote
  npm run rehearsal -- --help                        show this text

Exit code 0: the backup was restored and is intact; 1: an invariant is broken in it; 2: the rehearsal could not run.`,
  model: `npm run model: runs the specifications of accepting, issuing and remitting, and of deliveries to the SPFE (labs/model), with random choices,
and checks their invariants; then runs them with deliberate errors, which the invariants must catch. Missing packages of labs are installed first.
This takes several minutes.

  npm run model -- --only=spfe         only the specification of deliveries to the SPFE; batches: only the other one
  npm run model -- --samples=10000     10000 runs instead of 1000
  npm run model -- --seed=7            repeat the random choices of an earlier run
  npm run model -- --traces=300        write 300 runs for the replay against the real code, instead of 100
  npm run model -- --no-mutants        skip the deliberate errors
  npm run model -- --keep              replace the runs that npm test replays by the most informative new ones
  npm run model -- --help              show this text`,
  day: `npm run day: simulates days of 1, 10 and 100 million invoices with the costs that npm run bench measured. It reports the resources that
each needs, how long things take, and what runs out first at twice the load. A few minutes.

  npm run day -- --invoices=3000000    simulate a day with this many invoices
  npm run day -- --seed=2              random choices other than those of seed 1
  npm run day -- --check               run a day of 10,000 invoices for real in 4 minutes, and compare it with its simulation
  npm run day -- --check --invoices=100000 --minutes=20
                                       the same with a larger day
  npm run day -- --keep                write the results to labs/bench/day/results.json
  npm run day -- --help                show this text

Exit code 0: done; 1: a run differs from its simulation by more than the allowed bounds.`,
  faults: `npm run test:faults: kills, stops, floods and fills everything under load, and proves that nothing is lost. About 20 minutes.

  npm run test:faults -- --list              list every fault: what it does, how it is undone, and what must hold afterwards
  npm run test:faults -- kill-worker flush   run only faults whose names contain one of these texts
  FAULTS_SEED=1 npm run test:faults          repeat the random choices of an earlier run
  npm run test:faults -- --help              show this text`,
  cluster: `npm run cluster: runs the engine on this machine as it runs on many (Linux, without Docker): two ingresses behind haproxy, four workers by
duty, PostgreSQL with a synchronous standby under Patroni and etcd, Redis with a replica and three Sentinels, dashboard and stand-in for AEAT.

  npm run cluster              as root each machine is a network namespace; otherwise an address of loopback
  npm run cluster -- --without-patroni
                               run without Patroni, as on machines without apt-get: a person must promote the standby
  npm run cluster -- --help    show this text

It shows the role of each process and how to cause a failure, and reports every change of roles. The servers are packages of this distribution, unpacked below .local.
Its data are separate and start empty each time; npm start may run beside it.`,
  hurt: `npm run test:cluster: causes faults in such a cluster under load, and proves after each that nothing is lost, duplicated or forked. About an hour.

  npm run test:cluster -- --list               list every fault: what it does, how it is undone, and what must hold afterwards
  npm run test:cluster -- kill-primary slow    run only faults whose names contain one of these texts
  npm run test:cluster -- --help               show this text

A complete run writes the recovery times to labs/cluster/results.json; a partial run only prints them.`,
  containers: `npm run test:containers: builds the images, runs docker-compose.yml, and kills, scales, upgrades and floods it under load. About 15 minutes.
Without a running Docker daemon it installs Docker from Debian's packages (as root, on Debian 12) and starts its own. Base images are built from packages, without a registry.

  npm run test:containers -- --list         list every fault: what it does, how it is undone, and what must hold afterwards
  npm run test:containers -- redis          run only faults whose names contain one of these texts, and nothing else
  npm run test:containers -- --keep         write the results to ops/docker/results.json
  npm run test:containers -- --help         show this text

Exit code 0: everything held; 1: something did not hold; 3: the test could not run.`,
};

/** @type {Record<string, string>} */
const SCRIPTS = {
  start: 'ops/local/engine/start.ts',
  test: 'ops/local/testing/test.ts',
  durations: 'ops/local/testing/commit-durations.ts',
  bench: 'labs/bench/main.ts',
  rehearsal: 'ops/local/rehearsal/main.ts',
  faults: 'test/faults/main.ts',
  cluster: 'labs/cluster/main.ts',
  hurt: 'labs/cluster/faults/main.ts',
  containers: 'labs/containers/main.ts',
  model: 'labs/model/main.ts',
  day: 'labs/bench/day/main.ts',
};

const [command = '', ...args] = process.argv.slice(2);
try {
  process.exitCode = await boot();
} catch (error) {
  console.error(`✖ ${error instanceof SetupError ? error.message : explain(error)}`);
  process.exitCode = 1;
}

/** @returns {Promise<number>} the exit code. */
async function boot() {
  const help = HELP[command];
  if (!help) throw new SetupError(`Unknown command ${command}`, `Commands: ${Object.keys(HELP).join(', ')}.`);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(help);
    return 0;
  }
  if (process.platform === 'win32') {
    throw new SetupError('Windows is not supported', 'Use WSL 2, or the containers: docker compose up.');
  }
  process.env['LOCAL_STARTED_AT'] = String(Math.round(Date.now() - process.uptime() * 1000));
  // As root, the installed files must be readable for the account that PostgreSQL runs under.
  process.umask(0o022);
  mkdirSync(LOCAL, { recursive: true });
  mkdirSync(path.join(LOCAL, 'logs'), { recursive: true, mode: 0o700 });
  await prepare(ROOT, LOCAL, command);
  return runUnderPinnedNode(path.join(ROOT, SCRIPTS[command] ?? ''));
}

/**
 * @param {string} script
 * @returns {Promise<number>}
 */
async function runUnderPinnedNode(script) {
  stopWhenNpmDies();
  const node = findNode(ROOT, LOCAL);
  if (node === undefined) {
    process.argv = [process.execPath, script, ...args];
    // Later starts reuse the code that this one compiled.
    module.enableCompileCache(path.join(LOCAL, 'compile-cache'));
    await import(pathToFileURL(script).href);
    return Number(process.exitCode ?? 0);
  }
  const child = spawn(node, [script, ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * Stops when npm was killed, which this process notices by its new parent. npm forwards other
 * signals itself.
 */
function stopWhenNpmDies() {
  if (!process.env['npm_lifecycle_event']) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

/** @param {unknown} error */
function explain(error) {
  const { code, path: place, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code === 'EACCES' || code === 'EPERM') {
    return `${place ?? 'The project'} is not writable\n  It may belong to another user: remove .local as that user, or run this command as that user.`;
  }
  if (code === 'ENOSPC') return 'The disk is full\n  About 1 GB is needed.';
  return message ?? String(error);
}
