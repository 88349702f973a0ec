import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { SetupError } from '../../ops/local/boot/boot-report.js';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { LOCAL, ROOT } from '../../ops/local/boot/layout.ts';
import { readArguments } from '../../ops/read-arguments.ts';
import { chooseFaults } from '../../test/faults/choose-faults.ts';
import { buildOutcomeTable, describeFaults } from '../../test/faults/describe-faults.ts';
import type { Fault } from '../../test/faults/fault.ts';
import type { FaultOutcome } from '../../test/faults/run-fault.ts';
import { makeBaseImages } from './base-images.ts';
import { buildImages } from './build.ts';
import { CONTAINER_FAULTS } from './container-faults.ts';
import { startDaemon } from './daemon.ts';
import { isDaemonThere, requireDocker, requireMirror } from './find-docker.ts';
import { describeResults, LARGEST, type Results } from './results.ts';
import { makeOnly, rehearse } from './rehearse.ts';
import { runCommand } from './run-command.ts';
import { openStack, type Stack } from './stack.ts';

/*
 * `npm run test:containers`: builds the images, runs docker-compose.yml, and causes faults under
 * load. Ends with code 0 if all conditions held, 1 if something did not hold, and 3 if the test
 * could not run.
 */

const WORK = path.join(LOCAL, 'containers');
const RESULTS = path.join(ROOT, 'ops', 'docker', 'results.json');
const NOT_TRIED = 3;
/** Set while a signal or an uncaught error ends the run. */
let stopping: Promise<void> | undefined;

try {
  const { values, positionals } = readArguments({
    options: { keep: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const faults = chooseFaults(CONTAINER_FAULTS, positionals);
  if (values.keep && faults.length < CONTAINER_FAULTS.length)
    throw new SetupError('--keep keeps what a whole run found', 'Leave out the names of faults.');
  if (values.list) console.log(describeFaults(faults));
  else if (positionals.length > 0) console.log(`\n${buildOutcomeTable(await runFaults(faults))}`);
  else await tryAll(values.keep);
} catch (error) {
  console.error(`✖ ${describeError(error)}`);
  if (error instanceof SetupError)
    console.error('✖ Nothing was tried: no image was built, no container was run');
  process.exitCode = error instanceof SetupError ? NOT_TRIED : 1;
}
await stopping;

async function tryAll(isKept: boolean): Promise<void> {
  const results = await withStack(async (stack, { built, machine }) => ({
    machine,
    ...built,
    ...(await rehearse(stack, built.upgradedFrom)),
  }));
  const text = `${JSON.stringify(results, round, 2)}\n`;
  writeFileSync(isKept ? RESULTS : path.join(WORK, 'results.json'), text);
  console.log(`\n${describeResults(results)}`);
  for (const name of ['api', 'worker'] as const) {
    if (results.images[name].megabytes <= LARGEST[name]) continue;
    console.error(`✖ The image ${name} is larger than ${LARGEST[name]} MB`);
    process.exitCode = 1;
  }
}

async function runFaults(faults: readonly Fault<Stack>[]): Promise<FaultOutcome[]> {
  return withStack((stack) => makeOnly(stack, faults));
}

/** Returns the first error, and the errors during the cleanup. */
function describeError(error: unknown): string {
  if (error instanceof SuppressedError)
    return `${describeError(error.suppressed)}\n  Afterwards: ${describeError(error.error)}`;
  return (error as Error).message;
}

/** Rounds a figure, because further digits are not reproducible. */
function round(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(1)) : value;
}

type Built = {
  readonly built: Pick<Results, 'images' | 'upgradedFrom'>;
  readonly machine: Results['machine'];
};

/** Builds the images, runs them with compose, and removes everything afterwards. */
async function withStack<T>(work: (stack: Stack, facts: Built) => Promise<T>): Promise<T> {
  await using resources = new AsyncDisposableStack();
  stopInOrder(resources);
  mkdirSync(WORK, { recursive: true });
  const env: NodeJS.ProcessEnv = {};
  if (!(await isDaemonThere())) {
    console.log('❯ Docker');
    await requireDocker(WORK);
    env['DOCKER_HOST'] = resources.use(await startDaemon(WORK)).host;
  }
  const program = findExecutable(['docker'])!;
  const docker = async (args: readonly string[], input?: string) =>
    (await runCommand(program, args, { env, cwd: ROOT, ...(input !== undefined && { input }) })).out.trim();
  for (const name of ['bases', 'contexts', 'shared'])
    resources.defer(() => rmSync(path.join(WORK, name), { recursive: true, force: true }));

  console.log('❯ Base images');
  await makeBaseImages(docker, WORK, requireMirror());
  console.log('❯ Images');
  const built = await buildImages(docker, WORK);
  const stack = await openStack(program, env, WORK);
  resources.defer(
    async () => void (await stack.compose(['--profile', 'operator', 'down', '--volumes', '--timeout', '30'])),
  );
  const machine = {
    cores: cpus().length,
    docker: await docker(['version', '--format', '{{.Server.Version}}']),
    cgroup: await docker(['info', '--format', 'v{{.CgroupVersion}}']),
  };
  return await work(stack, { built, machine });
}

/** Cleans up after Ctrl-C or an uncaught error. */
function stopInOrder(resources: AsyncDisposableStack): void {
  const stop = (why: unknown) => {
    if (stopping !== undefined) return;
    console.error(`✖ Stopping: ${String(why)}`);
    stopping = resources.disposeAsync().finally(() => process.exit(1));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'])
    process.on(name, stop);
}
