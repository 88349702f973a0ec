import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { ROOT } from '../../ops/local/boot/layout.ts';
import { buildLogPath, rotateLog } from '../../ops/local/servers/logs.ts';
import type { Account } from '../../ops/local/servers/server-process.ts';
import type { Stage } from '../../ops/local/engine/shutdown.ts';
import { type Supervised, superviseProcess } from '../../ops/local/servers/supervise.ts';
import type { MachineName } from './machines.ts';
import type { Ground } from './network/ground.ts';

export type ProcessOptions = {
  readonly machine: MachineName;
  /** The kind of process, for people: `etcd`, `ingress`. */
  readonly kind: string;
  /** @param root the directory of the version that it runs. */
  readonly command: (root: string) => readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly account?: Account | undefined;
  readonly cwd?: string;
  readonly isReady: (pid: number | undefined) => Promise<boolean>;
  readonly report: (message: string) => void;
};

/**
 * A process of the cluster. If it is killed it is restarted after half a second, as an orchestrator
 * would do.
 */
export type ClusterProcess = {
  readonly name: string;
  readonly kind: string;
  readonly machine: MachineName;
  /**
   * The stage at which it is stopped: processes that accept requests first, processes that store
   * data last.
   */
  readonly stage: Stage;
  readonly log: string;
  readonly supervised: Supervised;
  /**
   * The directory of the version that it runs from its next start on, and additional variables for
   * it.
   */
  readonly next: { root: string; environment: Record<string, string> };
  /** Resolves when the process is ready. */
  waitUntilReady(): Promise<void>;
  isReady(): Promise<boolean>;
};

const STAGES: Readonly<Record<string, Stage>> = { ingress: 'front', dashboard: 'front', worker: 'work' };

/** Starts a process on its machine. It ends when this process ends, for any reason. */
export function startClusterProcess(ground: Ground, options: ProcessOptions): ClusterProcess {
  const { machine, kind, report } = options;
  const name = machine === kind ? kind : `${machine}-${kind}`;
  const log = buildLogPath(`cluster-${name}`);
  rotateLog(`cluster-${name}`);
  const next: ClusterProcess['next'] = { root: ROOT, environment: {} };
  const supervised = superviseProcess({
    name,
    log,
    start: () => spawnOn(ground, options, next, log),
    stopSignal: 'SIGTERM',
    patience: 30_000,
    report,
  });
  const isReady = () => options.isReady(supervised.pid);
  return {
    name,
    kind,
    machine,
    stage: STAGES[kind] ?? 'servers',
    log,
    supervised,
    next,
    isReady,
    waitUntilReady: () => supervised.waitUntilReady(isReady),
  };
}

function spawnOn(
  ground: Ground,
  { machine, account, cwd, command, environment }: ProcessOptions,
  next: ClusterProcess['next'],
  log: string,
): ChildProcess {
  // The process id of the program itself, not of the wrapper that brings it onto its machine.
  const changes = Object.entries(next.environment).map(([name, value]) => `${name}=${value}`);
  const changed = changes.length === 0 ? [] : ['env', ...changes];
  const placed = ground.place(machine, [...changed, ...command(next.root)], { account, deathSignal: 'KILL' });
  const [program = '', ...args] = placed;
  const output = openSync(log, 'a');
  const child = spawn(program, args, {
    cwd: cwd ?? next.root,
    env: { PATH: process.env['PATH'], ...environment },
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return child;
}
