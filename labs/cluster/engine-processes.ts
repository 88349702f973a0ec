import path from 'node:path';
import { PROCESS_HEADER } from '../../src/platform/telemetry/ops-server.ts';
import { ALLOCATION, NODE_FLAGS } from '../../ops/local/boot/node-flags.ts';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { pickVariables } from '../../ops/local/engine/engine-environment.ts';
import { INGRESS, WORKERS } from './machines.ts';
import type { Ground } from './network/ground.ts';
import { askHttp } from './servers/ask.ts';
import { API_PORT, OPS_PORT } from './servers/balancer-settings.ts';
import { type ClusterProcess, startClusterProcess } from './start-process.ts';

export const DASHBOARD_PORT = 3001;
export const AEAT_PORT = 3002;
/** Seconds between two envelopes; AEAT starts with 60. */
const AEAT_WAIT_SECONDS = 1;

type EngineInput = {
  readonly ground: Ground;
  /** The settings of all processes; each process gets those that it reads. */
  readonly variables: NodeJS.ProcessEnv;
  readonly home: string;
  readonly report: (message: string) => void;
};

const ENGINE = [
  ...INGRESS.map((machine) => ({ machine, kind: 'ingress', script: 'src/server.ts', settings: {} })),
  ...WORKERS.map((machine) => ({
    machine,
    kind: 'worker',
    script: 'workers/main.ts',
    settings: { WORKER_QUEUES: machine },
  })),
  { machine: 'dashboard', kind: 'dashboard', script: 'src/dashboard.ts', settings: {} },
] as const;

/** Starts the engine's processes, each on its machine. They may not be ready yet on return. */
export function startEngine({ ground, variables, report }: EngineInput): ClusterProcess[] {
  return ENGINE.map(({ machine, kind, script, settings }) => {
    const address = ground.addressOf(machine);
    return startClusterProcess(ground, {
      machine,
      kind,
      command: (root) => [process.execPath, ...(NODE_FLAGS[script] ?? []), path.join(root, script)],
      environment: {
        ...ALLOCATION,
        ...pickVariables(variables, kind),
        ...settings,
        HOST: address,
        PORT: String(API_PORT),
        DASHBOARD_PORT: String(DASHBOARD_PORT),
        OPS_HOST: address,
        OPS_PORT: String(OPS_PORT),
      },
      isReady: (pid) => isReady(address, pid),
      report,
    });
  });
}

/** Starts the stand-in for AEAT. Its register survives a restart. */
export function startStandIn({ ground, home, report }: EngineInput): ClusterProcess {
  const address = ground.addressOf('aeat');
  return startClusterProcess(ground, {
    machine: 'aeat',
    kind: 'stand-in',
    command: (root) => [
      process.execPath,
      path.join(root, 'packages/aeat-sandbox/src/main.ts'),
      `--host=${address}`,
      `--port=${AEAT_PORT}`,
      `--wait=${AEAT_WAIT_SECONDS}`,
      `--state=${path.join(home, 'aeat')}`,
    ],
    environment: { NODE_COMPILE_CACHE: path.join(LOCAL, 'compile-cache') },
    isReady: async () => (await askHttp(`http://${address}:${AEAT_PORT}/control`))?.status === 200,
    report,
  });
}

/** @param pid the expected process, which may have just been replaced. */
async function isReady(address: string, pid: number | undefined): Promise<boolean> {
  const url = `http://${address}:${OPS_PORT}/readyz`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3000) });
    await answer.arrayBuffer();
    return answer.ok && answer.headers.get(PROCESS_HEADER) === String(pid);
  } catch {
    return false;
  }
}
