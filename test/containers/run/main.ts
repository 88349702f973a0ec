import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { SetupError } from '../../../ops/local/boot/boot-report.js';
import { findExecutable } from '../../../ops/local/boot/find-executable.js';
import { LOCAL, ROOT } from '../../../ops/local/boot/layout.ts';
import { readArguments } from '../../../ops/read-arguments.ts';
import { makeBaseImages } from './base-images.ts';
import { buildImages } from './build.ts';
import { startDaemon } from './daemon.ts';
import { isDaemonThere, requireDocker, requireMirror } from './find-docker.ts';
import { describeResults, LARGEST, type Results } from './results.ts';
import { rehearse } from './rehearse.ts';
import { runCommand } from './run-command.ts';
import { openStack } from './stack.ts';

/*
 * `npm run test:containers`: builds the images, runs docker-compose.yml as it is, and hurts it under load. Ends with 0 where all held, with 1 where
 * something did not, and with 3 where it could not be tried.
 */

const WORK = path.join(LOCAL, 'containers');
const RESULTS = path.join(ROOT, 'ops', 'docker', 'results.json');
const NOT_TRIED = 3;
const { values } = readArguments({ options: { keep: { type: 'boolean' } } });
/** Set while a signal, or an error that nobody caught, ends it. */
let stopping: Promise<void> | undefined;

try {
  const results = await run();
  const text = `${JSON.stringify(results, round, 2)}\n`;
  writeFileSync(values.keep ? RESULTS : path.join(WORK, 'results.json'), text);
  console.log(`\n${describeResults(results)}`);
  for (const name of ['api', 'worker'] as const) {
    if (results.images[name].megabytes <= LARGEST[name]) continue;
    console.error(`✖ The image ${name} is larger than ${LARGEST[name]} MB`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`✖ ${(error as Error).message}`);
  if (error instanceof SetupError)
    console.error('✖ Nothing was tried: no image was built, no container was run');
  process.exitCode = error instanceof SetupError ? NOT_TRIED : 1;
}
await stopping;

/** More digits than a run can repeat say nothing. */
function round(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(1)) : value;
}

async function run(): Promise<Results> {
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
  const found = await rehearse(stack, built.upgradedFrom);
  const machine = {
    cores: cpus().length,
    docker: await docker(['version', '--format', '{{.Server.Version}}']),
    cgroup: await docker(['info', '--format', 'v{{.CgroupVersion}}']),
  };
  return { machine, ...built, ...found };
}

/** Nothing is left behind by Ctrl-C, nor by an error that nobody caught. */
function stopInOrder(resources: AsyncDisposableStack): void {
  const stop = (why: unknown) => {
    if (stopping !== undefined) return;
    console.error(`✖ Stopping: ${String(why)}`);
    stopping = resources.disposeAsync().finally(() => process.exit(1));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'])
    process.on(name, stop);
}
