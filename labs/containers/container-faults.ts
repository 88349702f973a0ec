import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../test/support/eventually.ts';
import { type Fault, since } from '../../test/faults/fault.ts';
import { buildNext, isDone } from './load.ts';
import type { Stack } from './stack.ts';

const LIMIT_MS = 120_000;

/** The measurements after a kill. */
export const ACCEPTED = 'a batch that is posted right after is accepted';
export const ISSUED = 'that batch is issued';
export const HEALTHY = 'the container is healthy';

/** Kills the first process of a container of a service. */
function buildKill(service: string): Fault<Stack> {
  return {
    name: `kill-${service}`,
    hurts: `kill -9 of the first process of a container of \`${service}\``,
    undone: 'by Docker, which starts it again',
    awaits: 'a batch that is posted right after is accepted and issued, and the container is healthy again',
    async run(stack) {
      const [container] = await stack.list(service);
      const pid = await stack.findPid(container!);
      const killed = performance.now();
      process.kill(pid, 'SIGKILL');
      const healthy = waitUntilHealthy(stack, container!, pid).then(() => since(killed));
      healthy.catch(() => {});
      const client = stack.openClient();
      const { id } = await withinLimit(client.create(buildNext(stack, client, 5)), service);
      const accepted = since(killed);
      await isDone(stack, id, 'processed_at');
      const issued = since(killed);
      return [
        { what: ACCEPTED, seconds: accepted },
        { what: ISSUED, seconds: issued },
        { what: HEALTHY, seconds: await healthy },
      ];
    },
  };
}

/** All faults for containers, in the order of the runs. */
export const CONTAINER_FAULTS: readonly Fault<Stack>[] = [
  'worker',
  'remitter',
  'ingress',
  'redis',
  'postgres',
].map(buildKill);

async function withinLimit<T>(work: Promise<T>, service: string): Promise<T> {
  const late = wait(LIMIT_MS, null, { ref: false }).then(() => {
    throw new Error(`After kill -9 of ${service} nothing is accepted for ${LIMIT_MS / 1000} s`);
  });
  return Promise.race([work, late]);
}

/** Waits until a process other than the killed one is healthy. */
async function waitUntilHealthy(stack: Stack, container: string, killed: number): Promise<void> {
  const format = '{{.State.Pid}} {{.State.Health.Status}}';
  const look = async () => {
    const state = await stack.docker(['inspect', '--format', format, container]);
    return state.endsWith(' healthy') && !state.startsWith(`${killed} `);
  };
  await eventually(look, { within: LIMIT_MS, every: 100, what: 'a healthy container after kill -9' });
}
