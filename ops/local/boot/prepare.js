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
 * Fetches what a command needs and this machine lacks, concurrently. The installation of the
 * packages by npm takes longest and uses one core. Meanwhile another core creates the first
 * database cluster and unpacks Chromium, as soon as Node.js and their files are available:
 *
 *   Node.js ────┬─▶ cluster of PostgreSQL (npm start only)
 *   PostgreSQL ─┘
 *   Node.js ────┬─▶ unpacked Chromium
 *   Chromium ───┘
 *   Redis
 *   packages
 *
 * Each result is moved into place only when it is complete, and existing ones are not touched. A
 * command that was interrupted therefore continues where it stopped.
 */

/**
 * The script that creates the cluster and unpacks Chromium. It runs under the Node.js of the engine
 * and needs no package.
 */
const PREPARE_SERVERS = path.join('ops', 'local', 'servers', 'prepare-servers.ts');
/** Commands that need no packages for development. */
const RUNTIME_ONLY = new Set(['start', 'rehearsal', 'cluster']);
/**
 * Directories below `.local` that are fetched. While one is being fetched, its name ends with the
 * process id.
 */
const FETCHED = ['redis-server', ...Object.values(PROGRAMS).map(({ directory }) => directory)];

/**
 * Installs what is missing. A second command that starts meanwhile waits until the first one has
 * installed it.
 * @param {string} root the project's directory.
 * @param {string} local the directory `.local`.
 * @param {string} command such as `start`.
 * @throws SetupError if something cannot be installed.
 */
export async function prepare(root, local, command) {
  const isAllThere = () => {
    const { node, redis, postgres, oldestPostgres, chromium, packages } = findMissing(root, local, command);
    return !(node || redis || postgres || oldestPostgres || chromium || packages);
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
  const isProgramMissing = (/** @type {import('./fetch-program.js').Program} */ program) =>
    isProgramOffered(program) && !isProgramFetched(local, program);
  return {
    installed,
    withDevelopment,
    packages: installed === 'none' || (installed === 'runtime' && withDevelopment),
    node: isNodeMissing(local),
    redis: isRedisMissing(local),
    postgres: !(command === 'start' && isGiven('DATABASE_URL')) && isProgramMissing('postgres'),
    oldestPostgres: command === 'test' && isProgramMissing('oldest-postgres'),
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
  const oldestPostgres = fetch(missing.oldestPostgres, 'Fetch the oldest PostgreSQL', 'oldest-postgres');
  const chromium = fetch(missing.chromium, 'Fetch Chromium', 'chromium');
  /** Prepares a server while npm installs packages. If npm has nothing to install, the command itself does it just as quickly. */
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
    oldestPostgres,
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
 * @throws SetupError with the error message of the script.
 */
async function runPrepareServers(root, local, server) {
  const node = findNode(root, local) ?? process.execPath;
  // The script ends when the channel closes because this process died.
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
 * Refuses to replace packages while an engine that uses them is running.
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
