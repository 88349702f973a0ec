import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from './eventually.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ENTRIES = { ingress: 'src/server.ts', worker: 'workers/main.ts', dashboard: 'src/dashboard.ts' };

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export type TestProcess = AsyncDisposable & {
  readonly child: ChildProcess;
  readonly opsUrl: string;
  /** Everything it wrote. */
  output(): string;
  /** Sends a signal and waits for the end. @returns the exit code, null after SIGKILL. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
};

/** Starts a real process of the product and waits until it is ready; killed when disposed of. */
export async function startProcess(
  kind: keyof typeof ENTRIES,
  settings: Record<string, string>,
  { untilReady = true } = {},
): Promise<TestProcess> {
  const opsPort = await freePort();
  const child = spawn(process.execPath, [path.join(ROOT, ENTRIES[kind])], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'info', OPS_PORT: String(opsPort), ...settings },
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
  if (untilReady) await eventually(isReady, { within: 30_000, what: `${kind} to be ready` });
  return {
    child,
    opsUrl,
    output,
    end,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null)
        await Promise.race([end('SIGKILL'), wait(5000)]);
    },
  };
}
