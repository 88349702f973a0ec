/*
 * The start of `npm start`, `npm test` and `npm run bench`: installs what is missing, then goes on under the Node.js that the lockfile pins.
 * Plain JavaScript and built-in modules only: on a fresh clone there is nothing else yet, and the Node.js at hand may be 18.
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
  start: `npm start: the whole engine on this machine, with its own PostgreSQL, Redis and Chromium.

  npm start -- --no-sample      no sample batch on the first start
  npm start -- --servers-only   PostgreSQL and Redis alone, with the schema: to restore a backup (docs/backup.md)
  npm start -- --help           this text

Settings come from the environment: PORT, DASHBOARD_PORT, DATABASE_URL, REDIS_URL, CHROMIUM_PATH and the rest of docs/settings.md's
table. Data, logs and generated secrets are kept in .local; remove that directory to begin anew.`,
  test: `npm test: every check and every test, on throwaway servers.

  npm test -- --only=checks                 only some parts: checks, format, types, lint, layers, unused, unit, integration, e2e
  npm test -- --only=unit test/domain       only test files whose path contains some text
  npm test -- --help                        this text`,
  bench: `npm run bench: how fast the engine is, beside what limits it and beside its peers, on servers of its own.

  npm run bench -- --quick         small sizes and few repeats, about a minute; the figures say little
  npm run bench -- --only=1,6      only these goals
  npm run bench -- --repeats=20    more repeats than 7
  npm run bench -- --only=soak --minutes=60
                                   memory of ingress and worker under an hour of load; some 20 GB of disk meanwhile
  npm run bench -- --help          this text

A whole run writes ops/lab/bench/results.json and the charts in ops/lab/bench/charts; keep the machine quiet meanwhile.
The packages of ops/lab are installed first where they are missing.`,
  rehearsal: `npm run rehearsal: restores a backup into a PostgreSQL of its own, proves it with the invariants, and removes it again.
It may run beside npm start: it knows none of its servers, and never AEAT.

  npm run rehearsal -- --input /backups/2026-11-21   a directory that npm run engine -- backup wrote
  npm run rehearsal -- --help                        this text

Code 0: it comes back whole; 1: an invariant is broken in it; 2: it could not be tried.`,
  model: `npm run model: the protocol of accepting, issuing and remitting as a specification (ops/lab/model), run with random choices against its
invariants; then with what would be wrong in it, which must be caught. The packages of ops/lab are installed first where they are missing. About five minutes.

  npm run model -- --samples=10000     more runs than 1000
  npm run model -- --seed=7            the random choices of an earlier run
  npm run model -- --traces=300        so many runs are written for the replay against the real code, instead of 100
  npm run model -- --no-mutants        without what must be caught
  npm run model -- --keep              the runs that show most take the place of those that npm test replays
  npm run model -- --help              this text`,
  day: `npm run day: days of 1, 10 and 100 million invoices, simulated with the costs that npm run bench measured: what each needs, how long
things take, and what ends first when twice as much comes. Some minutes.

  npm run day -- --invoices=3000000    a day of your own
  npm run day -- --seed=2              other random choices than those of 1
  npm run day -- --check               runs a day of 10,000 for real, in 4 minutes, and holds it against its simulation
  npm run day -- --check --invoices=100000 --minutes=20
                                       a larger one
  npm run day -- --keep                what is found takes the place of ops/lab/bench/day/results.json
  npm run day -- --help                this text

Code 0: done; 1: a run differs from its simulation by more than its bounds.`,
  faults: `npm run test:faults: kills, stops, floods and fills everything under load, and proves that nothing is lost. About 20 minutes.

  npm run test:faults -- --list              every fault: what is hurt, how it is undone, what must hold afterwards
  npm run test:faults -- kill-worker flush   only faults whose names hold one of these texts
  FAULTS_SEED=1 npm run test:faults          the random choices of an earlier run
  npm run test:faults -- --help              this text`,
  cluster: `npm run cluster: the engine as it runs on many machines, all of them on this one (Linux, without Docker): two ingresses behind haproxy, four workers by
duty, PostgreSQL with a synchronous standby under Patroni and etcd, Redis with a replica and three Sentinels, dashboard and stand-in for AEAT.

  npm run cluster              as root each machine is a network namespace; else an address of loopback
  npm run cluster -- --without-patroni
                               as where apt-get is not: nobody decides who is primary, a person promotes the standby
  npm run cluster -- --help    this text

It shows who is who and how to hurt it, and tells of every change of roles. The servers are this distribution's packages, unpacked below .local.
Its data are its own and begin anew each time; npm start may run beside it.`,
  hurt: `npm run test:cluster: hurts such a cluster under load, and proves after each fault that nothing is lost, doubled or forked. About an hour.

  npm run test:cluster -- --list               every fault: what is hurt, how it is undone, what must hold afterwards
  npm run test:cluster -- kill-primary slow    only faults whose names hold one of these texts
  npm run test:cluster -- --help               this text

A whole run writes the times to recover to ops/lab/cluster/results.json; a part only render_batches them.`,
  containers: `npm run test:containers: builds the images, runs docker-compose.yml, and kills, scales, upgrades and floods it under load. About 15 minutes.
Where no Docker daemon runs it installs Docker from Debian's packages (as root, on Debian 12) and starts one for itself; base images are made from packages, no registry is asked.

  npm run test:containers -- --list         every fault: what is hurt, how it is undone, what must hold afterwards
  npm run test:containers -- redis          only faults whose names hold one of these texts, without the rest
  npm run test:containers -- --keep         what it finds takes the place of ops/docker/results.json
  npm run test:containers -- --help         this text

Code 0: all held; 1: something did not; 3: it could not be tried.`,
};

/** @type {Record<string, string>} */
const SCRIPTS = {
  start: 'ops/local/engine/start.ts',
  test: 'ops/local/testing/test.ts',
  bench: 'ops/lab/bench/main.ts',
  rehearsal: 'ops/local/rehearsal/main.ts',
  faults: 'test/faults/main.ts',
  cluster: 'ops/lab/cluster/main.ts',
  hurt: 'test/cluster/main.ts',
  containers: 'test/containers/run/main.ts',
  model: 'ops/lab/model/main.ts',
  day: 'ops/lab/bench/day/main.ts',
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
  // What is installed must be readable for the account that PostgreSQL runs under where this is root.
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
    // A second start reads what this one compiled.
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

/** npm passes signals on, but a killed npm cannot: its child then has another parent, and stops. */
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
    return `${place ?? 'The project'} cannot be written\n  It may belong to another user: remove .local as that user, or run this as that user.`;
  }
  if (code === 'ENOSPC') return 'The disk is full\n  About 1 GB is needed.';
  return message ?? String(error);
}
