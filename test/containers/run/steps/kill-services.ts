import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../../support/eventually.ts';
import { buildNext, isDone, startLoad } from '../load.ts';
import type { Kill } from '../results.ts';
import type { Stack } from '../stack.ts';

const LIMIT_MS = 120_000;
const SERVICES = ['worker', 'remitter', 'ingress', 'redis', 'postgres'] as const;

/** Ends the first process of a container of each service, as the kernel would, while clients post. Docker starts it again. */
export async function killServices(stack: Stack): Promise<Kill[]> {
  const kills: Kill[] = [];
  for (const service of SERVICES) {
    const load = startLoad(stack);
    await wait(2000);
    const [container] = await stack.list(service);
    const pid = await stack.findPid(container!);
    const started = performance.now();
    const since = () => (performance.now() - started) / 1000;
    process.kill(pid, 'SIGKILL');
    const healthy = waitUntilHealthy(stack, container!, pid).then(since);
    healthy.catch(() => {});
    const client = stack.openClient();
    const { id } = await withinLimit(client.create(buildNext(stack, client, 5)), service);
    const acceptedSeconds = since();
    await isDone(stack, id, 'processed_at');
    const issuedSeconds = since();
    kills.push({ service, acceptedSeconds, issuedSeconds, healthySeconds: await healthy });
    await load.end();
  }
  return kills;
}

async function withinLimit<T>(work: Promise<T>, service: string): Promise<T> {
  const late = wait(LIMIT_MS, null, { ref: false }).then(() => {
    throw new Error(`After kill -9 of ${service} nothing is accepted for ${LIMIT_MS / 1000} s`);
  });
  return Promise.race([work, late]);
}

/** Waits until another process than that which was killed is healthy. */
async function waitUntilHealthy(stack: Stack, container: string, killed: number): Promise<void> {
  const format = '{{.State.Pid}} {{.State.Health.Status}}';
  const look = async () => {
    const state = await stack.docker(['inspect', '--format', format, container]);
    return state.endsWith(' healthy') && !state.startsWith(`${killed} `);
  };
  await eventually(look, { within: LIMIT_MS, every: 100, what: 'a healthy container after kill -9' });
}
