import { setTimeout as wait } from 'node:timers/promises';
import { buildBatchBody } from '../support/invoices.ts';
import { type Fault, since, summarizeRecoveries } from './fault.ts';
import type { World } from './support/world.ts';

/** The maximum number of seconds that a recovery may take. */
const GOAL_SECONDS = 25;

export const stopProcesses: Fault<World> = {
  name: 'stop-processes',
  hurts: 'SIGTERM of one process after the other under load',
  undone: 'each is started again before the next one is stopped',
  awaits: 'each process finishes its work and ends with code 0',
  async run(world) {
    const { isShort } = world;
    const stops = isShort ? 4 : 20;
    for (const kind of ['startIngress', 'startIngress', 'startWorker', 'startWorker'] as const)
      await world[kind]();
    const clients = Array.from({ length: 4 }, () => world.openClient());
    const load = { isOver: false, batch: 0 };
    const work = Promise.all(
      clients.map(async (client) => {
        while (!load.isOver) {
          load.batch += 1;
          await client.create(buildBatchBody(5, `T${load.batch}`));
          await wait(isShort ? 100 : 250);
        }
      }),
    );
    const recoveries: number[] = [];
    for (let stop = 0; stop < stops; stop += 1) {
      await wait(world.random.between(200, 1000));
      const kinds = [...world.processes].filter(
        ({ kind }) => kind === (stop % 2 === 0 ? 'ingress' : 'worker'),
      );
      const [oldest] = kinds;
      const stopped = performance.now();
      const code = await oldest!.end('SIGTERM');
      if (code !== 0)
        throw new Error(
          `${oldest!.kind} ended with code ${code} on SIGTERM:\n${oldest!.output().slice(-2000)}`,
        );
      recoveries.push(since(stopped));
      await (oldest!.kind === 'ingress' ? world.startIngress() : world.startWorker());
    }
    load.isOver = true;
    await work;
    // Two ingresses behind a load balancer: clients must not notice a rolling restart.
    const misses = clients.flatMap((client) => client.misses.map(({ why }) => why));
    if (misses.length > 0)
      throw new Error(
        `${misses.length} requests of ${load.batch} failed: ${[...new Set(misses)].join(', ')}`,
      );
    return summarizeRecoveries('it has ended with code 0', recoveries, GOAL_SECONDS);
  },
};
