import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { SetupError, showStep } from './boot-report.js';
import { fetchProgram, isAnyFetched, isProgramFetched, isProgramOffered, PROGRAMS } from './fetch-program.js';
import { fetchRedis, isRedisMissing, REDIS_MEGABYTES } from './fetch-redis.js';
import { findInstalled, installPackages, PACKAGE_MEGABYTES, workOnPackages } from './install-packages.js';
import { findNode, isNodeMissing } from './pinned-node.js';
import { removeLeftovers } from './remove-leftovers.js';
import { isProcessAlive, readOwner, withProcessLock } from './process-lock.js';

/*
 * Fetches whatever a command needs and this machine lacks, all of it side by side. npm installs the packages with one core of the machine and longest of all. Meanwhile the other
 * core makes the first database cluster and unpacks Chromium, as soon as Node.js and the files of each are there:
 *
 *   Node.js ────┬─▶ cluster of PostgreSQL (npm start only)
 *   PostgreSQL ─┘
 *   Node.js ────┬─▶ unpacked Chromium
 *   Chromium ───┘
 *   Redis
 *   packages
 *
 * Every one of them takes its place only when it is whole, and what is there already is left alone, so a command that was interrupted goes on where it was.
 */

/** Makes the cluster and unpacks Chromium. It runs under the Node.js of the engine, and without any package. */
const PREPARE_SERVERS = path.join('ops', 'local', 'servers', 'prepare-servers.ts');
/** Commands that need only the packages that run. */
const RUNTIME_ONLY = new Set(['start', 'rehearsal', 'cluster']);
/** Directories below `.local` that are fetched; while one is, the number of the process is appended to its name. */
const FETCHED = ['redis-server', ...Object.values(PROGRAMS).map(({ directory }) => directory)];

/**
 * Installs what is missing. A second command that comes meanwhile waits, and then finds it there.
 * @param {string} root the project's directory.
 * @param {string} local the directory `.local`.
 * @param {string} command such as `start`.
 * @throws SetupError where something cannot be had.
 */
export async function prepare(root, local, command) {
  const isAllThere = () => {
    const { node, redis, postgres, chromium, packages } = findMissing(root, local, command);
    return !(node || redis || postgres || chromium || packages);
  };
  if (isAllThere()) return;
  await withProcessLock(path.join(local, 'install.lock'), async () => {
    removeLeftovers(local, (name) => path.extname(name) !== '' && FETCHED.includes(path.parse(name).name));
    await fetchMissing(root, local, command);
  });
}

/**
 * @param {string} root
 * @param {string} local
 * @param {string} command
 */
function findMissing(root, local, command) {
  const withDevelopment = !RUNTIME_ONLY.has(command);
  const installed = findInstalled(root);
  const isProgramMissing = (/** @type {'postgres' | 'chromium'} */ program) =>
    isProgramOffered(program) && !isProgramFetched(local, program);
  return {
    installed,
    withDevelopment,
    packages: installed === 'none' || (installed === 'runtime' && withDevelopment),
    node: isNodeMissing(local),
    redis: isRedisMissing(local),
    postgres: !(command === 'start' && isGiven('DATABASE_URL')) && isProgramMissing('postgres'),
    chromium: !isGiven('CHROMIUM_PATH') && isProgramMissing('chromium'),
  };
}

/** @param {string} variable */
function isGiven(variable) {
  return Boolean(process.env[variable] || process.env[`${variable}_FILE`]);
}

/**
 * @param {string} root
 * @param {string} local
 * @param {string} command
 */
async function fetchMissing(root, local, command) {
  const missing = findMissing(root, local, command);
  const logs = path.join(local, 'logs');
  const isReplaced =
    (missing.packages && missing.installed === 'none') ||
    (missing.postgres && isAnyFetched(local, 'postgres')) ||
    (missing.chromium && isAnyFetched(local, 'chromium'));
  if (isReplaced) refuseWhileRunning(local);

  const fetch = async (
    /** @type {boolean} */ isMissing,
    /** @type {string} */ title,
    /** @type {import('./fetch-program.js').Program} */ program,
  ) => {
    if (!isMissing) return;
    const { directory, megabytes } = PROGRAMS[program];
    const work = path.join(local, `${directory}.${process.pid}`);
    await showStep(title, () => fetchProgram(local, program, work, logs), { directory: work, megabytes });
  };
  const packages = async () => {
    if (!missing.packages) return;
    const { installed, withDevelopment } = missing;
    const { runtime, development } = PACKAGE_MEGABYTES;
    const growing =
      installed === 'runtime'
        ? { directory: path.join(root, 'node_modules'), megabytes: runtime + development }
        : { directory: workOnPackages(root), megabytes: runtime + (withDevelopment ? development : 0) };
    const install = () => installPackages(root, installed, { withDevelopment, logs });
    await showStep('Install packages', install, growing);
  };
  const redis = async () => {
    if (!missing.redis) return;
    const work = path.join(local, `redis-server.${process.pid}`);
    const growing = { directory: work, megabytes: REDIS_MEGABYTES };
    await showStep('Fetch Redis', () => fetchRedis(local, work), growing);
  };

  const node = fetch(missing.node, 'Fetch Node.js', 'node');
  const postgres = fetch(missing.postgres, 'Fetch PostgreSQL', 'postgres');
  const chromium = fetch(missing.chromium, 'Fetch Chromium', 'chromium');
  /** While npm is busy with the packages; else the command itself does it just as soon. */
  const prepareServer = async (
    /** @type {boolean} */ isWanted,
    /** @type {string} */ title,
    /** @type {Promise<void>} */ fetched,
    /** @type {'postgres' | 'chromium'} */ server,
  ) => {
    if (!isWanted || !missing.packages) return;
    await Promise.all([node, fetched]);
    await showStep(title, () => runPrepareServers(root, local, server));
  };
  const outcomes = await Promise.allSettled([
    packages(),
    node,
    postgres,
    chromium,
    redis(),
    prepareServer(
      command === 'start' && !isGiven('DATABASE_URL'),
      'Create the database cluster',
      postgres,
      'postgres',
    ),
    prepareServer(!isGiven('CHROMIUM_PATH'), 'Unpack Chromium', chromium, 'chromium'),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/**
 * @param {string} root
 * @param {string} local
 * @param {'postgres' | 'chromium'} server
 * @throws SetupError with what the script says is wrong.
 */
async function runPrepareServers(root, local, server) {
  const node = findNode(root, local) ?? process.execPath;
  // The script ends when the channel closes, because this process is gone then.
  const child = spawn(node, [PREPARE_SERVERS, server], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new SetupError(said.trim() || `${PREPARE_SERVERS} ${server} ended with code ${code}`);
}

/**
 * What is installed anew is removed first, and a running engine uses it.
 * @param {string} local
 */
function refuseWhileRunning(local) {
  const owner = readOwner(path.join(local, 'start.lock'));
  if (!isProcessAlive(owner)) return;
  throw new SetupError(
    `The packages changed, and npm start (process ${owner}) is still running on the old ones`,
    'Stop it first: press Ctrl-C there.',
  );
}
