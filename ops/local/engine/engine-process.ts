import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { endWithParent } from '../boot/end-with-parent.js';
import { ROOT } from '../boot/layout.ts';
import { buildLogPath, rotateLog } from '../servers/logs.ts';
import { ALLOCATION, NODE_FLAGS } from '../boot/node-flags.ts';
import { PROCESS_HEADER } from '../../../src/platform/telemetry/ops-server.ts';
import { superviseProcess, type Supervised } from '../servers/supervise.ts';

export type EngineProcessOptions = {
  readonly name: string;
  /** The path of its script in the project. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Its operations port, if it has one. */
  readonly opsPort?: number;
  readonly report: (message: string) => void;
};

/**
 * Starts one of the engine's processes. It ends when this process dies, because their channel then
 * closes.
 */
export function startEngineProcess(options: EngineProcessOptions): Supervised {
  const log = buildLogPath(options.name);
  rotateLog(options.name);
  return superviseProcess({
    name: options.name,
    log,
    start: () => spawnScript(options, log),
    stopSignal: 'SIGTERM',
    patience: 30_000,
    report: options.report,
  });
}

/**
 * Starts the script. The process notices by the closed channel that this one died. The kernel also
 * kills it, which loses nothing, since its servers die too.
 */
function spawnScript(options: EngineProcessOptions, log: string): ChildProcess {
  const { script, args: scriptArgs = [], environment, opsPort } = options;
  const command = [process.execPath, ...(NODE_FLAGS[script] ?? []), path.join(ROOT, script), ...scriptArgs];
  const [program = '', ...args] = endWithParent('KILL', command) ?? command;
  const output = openSync(log, 'a');
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      ...ALLOCATION,
      ...environment,
      ...(opsPort === undefined ? {} : { OPS_HOST: '127.0.0.1', OPS_PORT: String(opsPort) }),
    },
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  return child;
}

/**
 * Asks a process whether it is ready.
 * @param pid its process id, since another process may have taken the port meanwhile.
 */
export async function isReady(opsPort: number, pid: number | undefined): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`, { signal: AbortSignal.timeout(2000) });
    return answer.ok && answer.headers.get(PROCESS_HEADER) === String(pid);
  } catch {
    return false;
  }
}
