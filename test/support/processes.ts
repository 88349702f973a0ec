import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent } from '../../ops/local/boot/end-with-parent.js';
import { ALLOCATION, NODE_FLAGS } from '../../ops/local/boot/node-flags.ts';
import { eventually } from './eventually.ts';
import { withQuickStart } from './quick-start.ts';
import { refuseCommonRedis } from './redis-database.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ENTRIES = { ingress: 'src/server.ts', worker: 'workers/main.ts', dashboard: 'src/dashboard.ts' };

/**
 * Ports below the range that the system uses for outgoing connections, which could take a port
 * before the test uses it.
 */
const PORTS = { from: 20_000, to: 32_000 };

/**
 * Returns a port that was free a moment ago.
 * @param range the range of ports. A caller that uses the port much later passes a range that no
 *   other test uses.
 */
export async function freePort(range = PORTS): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.to);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false);
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

export type TestProcess = AsyncDisposable & {
  readonly child: ChildProcess;
  readonly opsUrl: string;
  /** Resolves when the process has ended. */
  readonly exited: Promise<unknown>;
  /** All output of the process. */
  output(): string;
  /** Sends a signal and waits for the end. @returns the exit code, null after SIGKILL. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
};

export type StartOptions = {
  readonly untilReady?: boolean;
  /** The URLs of modules that are loaded before the product's own. */
  readonly imports?: readonly string[];
};

/**
 * Starts a real process of the product and waits until it is ready. It is killed when it is
 * disposed of.
 */
export async function startProcess(
  kind: keyof typeof ENTRIES,
  settings: Record<string, string>,
  { untilReady = true, imports = [] }: StartOptions = {},
): Promise<TestProcess> {
  refuseCommonRedis(settings['REDIS_URL']);
  const opsPort = await freePort();
  const command = [
    process.execPath,
    ...(NODE_FLAGS[ENTRIES[kind]] ?? []),
    ...imports.map((url) => `--import=${url}`),
    path.join(ROOT, ENTRIES[kind]),
  ];
  const [program = '', ...args] = endWithParent('KILL', command) ?? command;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: withQuickStart({
      ...ALLOCATION,
      PATH: process.env['PATH'],
      LOG_LEVEL: 'info',
      OPS_PORT: String(opsPort),
      ...settings,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const output = () => Buffer.concat(chunks).toString('utf8');
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return (await exited)[0];
  };
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`${kind} ended: ${output()}`);
    return (await fetch(`${opsUrl}/readyz`).catch(() => null))?.ok;
  };
  // A process that never becomes ready, or whose test is killed, must not outlive the test, also on machines without setpriv.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  void exited.then(() => process.off('exit', kill));
  try {
    if (untilReady) await eventually(isReady, { within: 90_000, what: `${kind} to be ready` });
  } catch (error) {
    kill();
    throw new Error(`${(error as Error).message}: ${output()}`, { cause: error });
  }
  return {
    child,
    opsUrl,
    exited,
    output,
    end,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null)
        await Promise.race([end('SIGKILL'), wait(5000)]);
    },
  };
}
