import { once } from 'node:events';
import { createConnection } from 'node:net';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import type { Environment } from '../../../platform/config/environment.ts';
import { PROCESS_HEADER } from '../../../platform/telemetry/ops-server.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import type { Kind } from '../process-settings.ts';

/**
 * The longest time that `/readyz` takes (src/platform/telemetry/ops-server.ts), plus half a second
 * for the network.
 */
const PROMPT_MS = 2500;
/**
 * On a busy machine an answer takes longer. A process that does not answer within this time hangs.
 */
const PATIENCE_MS = 10_000;
/** The limit for opening a connection. */
const CONNECT_MS = 2000;
const LISTENING: readonly Kind[] = ['ingress', 'worker', 'dashboard'];
const Ready = Type.Object({ status: Type.String(), checks: Type.Record(Type.String(), Type.String()) });

type Process = { readonly name: string; readonly kind: Kind; readonly environment: Environment };

/**
 * Checks the ports of the processes on this machine: which process answers there, and whether it is
 * ready.
 */
export async function checkPorts({ processes }: Patient): Promise<Finding[]> {
  const listening = processes.flatMap(({ name, kind, environment }) =>
    environment && LISTENING.includes(kind) ? [{ name, kind, environment }] : [],
  );
  if (listening.length === 0)
    return [skip('no settings of a listening process were given (--settings, --process)')];
  const shared = findShared(listening);
  return shared.length > 0 ? shared : (await Promise.all(listening.map(judge))).flat();
}

function findShared(processes: readonly Process[]): Finding[] {
  const ports = processes.flatMap(({ name, kind, environment }) => [
    { name, variable: 'OPS_PORT', port: environment.OPS_PORT },
    ...(kind === 'ingress' ? [{ name, variable: 'PORT', port: environment.PORT }] : []),
    ...(kind === 'dashboard' ? [{ name, variable: 'DASHBOARD_PORT', port: environment.DASHBOARD_PORT }] : []),
  ]);
  const groups = Map.groupBy(
    ports.filter(({ port }) => port !== 0),
    ({ port }) => port,
  );
  return [...groups].flatMap(([port, users]) =>
    users.length < 2
      ? []
      : [
          fail(
            `${port} is ${users.map(({ name, variable }) => `${variable} of ${name}`).join(' and ')}`,
            'give each process on a machine its own port',
          ),
        ],
  );
}

async function judge(process: Process): Promise<Finding[]> {
  const { name, kind, environment } = process;
  const operations = await judgeOperations(process);
  const publicPort =
    kind === 'ingress' ? environment.PORT : kind === 'dashboard' ? environment.DASHBOARD_PORT : 0;
  if (operations.severity !== 'ok' || publicPort === 0) return [operations];
  return (await isOpen(environment.HOST, publicPort))
    ? [operations]
    : [
        fail(
          `nothing listens on ${environment.HOST}:${publicPort}`,
          'correct HOST and PORT or DASHBOARD_PORT in these settings: the process runs with other values',
          name,
        ),
      ];
}

async function judgeOperations({ name, environment }: Process): Promise<Finding> {
  const { OPS_HOST: host, OPS_PORT: port } = environment;
  if (port === 0) return skip('OPS_PORT is 0, so the process chooses its port', name);
  const address = `http://${reach(host)}:${port}`;
  const asked = performance.now();
  try {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const found: unknown = await answer.json().catch(() => null);
    const pid = answer.headers.get(PROCESS_HEADER);
    if (pid === null || !Check(Ready, found))
      return fail(
        `something else listens on ${address}`,
        `stop it, or set another OPS_PORT for ${name}`,
        name,
      );
    const wrong = Object.entries(found.checks).filter(([, state]) => state !== 'ok');
    const took = performance.now() - asked;
    if (answer.ok && took > PROMPT_MS)
      return warn(
        `process ${pid} is ready, but took ${(took / 1000).toFixed(1)} s to answer, ${address}`,
        'check the load of this machine: probes with a shorter timeout consider the process dead',
        name,
      );
    return answer.ok
      ? ok(`process ${pid} is ready, ${address}`, name)
      : fail(
          `process ${pid} is not ready: ${wrong.map(([what, state]) => `${what}: ${state}`).join('; ')}`,
          'correct the named checks; the log of the process has the details',
          name,
        );
  } catch (error) {
    if (await isOpen(host, port))
      return fail(
        `${address} accepts connections but does not answer within ${PATIENCE_MS / 1000} s: the process hangs or is stopped (ps -o pid,stat shows T)`,
        'end it, or continue it with kill -CONT; see docs/runbooks/processes.md',
        name,
      );
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    return warn(
      `no process answers on ${address} (${code ?? 'no connection'})`,
      `start ${name} on this machine, or run the doctor on the machine where it runs`,
      name,
    );
  }
}

const reach = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

async function isOpen(host: string, port: number): Promise<boolean> {
  const socket = createConnection({ host: reach(host).replaceAll(/[[\]]/g, ''), port, timeout: CONNECT_MS });
  try {
    await Promise.race([
      once(socket, 'connect'),
      once(socket, 'timeout').then(() => Promise.reject(new Error())),
    ]);
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
