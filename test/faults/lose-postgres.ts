import { setTimeout as wait } from 'node:timers/promises';
import { buildBatchBody } from '../support/invoices.ts';
import { type Fault, summarizeRecoveries } from './fault.ts';
import { measureIssuing } from './lose-redis.ts';
import type { World } from './support/world.ts';

/** Waits until a new batch is accepted and all accepted batches are issued. */
async function measureReturn(world: World, series: string): Promise<number> {
  const back = performance.now();
  await world.openClient().create(buildBatchBody(10, series));
  return measureIssuing(world, back);
}

/** The maximum number of seconds that a recovery may take. */
const GOAL_SECONDS = 30;

export const stopPostgres: Fault<World> = {
  name: 'stop-postgres',
  hurts: 'PostgreSQL stopped for 30 s under load, and at start-up',
  undone: 'PostgreSQL is started again',
  awaits: 'a new batch is accepted, and all accepted ones are issued',
  needs: 'servers',
  async run(world) {
    const { postgres } = world.ground.servers!;
    await world.startIngress();
    await world.startWorker();
    const load = world.load({ batches: 40, invoices: 200, clients: 2, series: 'S', spacing: 1000 });
    await wait(3000);
    await postgres.stop();
    await wait(30_000);
    await postgres.start();
    const recoveries = [await measureReturn(world, 'SA')];

    await load;
    await postgres.stop();
    await Promise.all([...world.processes].map((running) => running.end('SIGKILL')));
    await world.startIngress({}, { untilReady: false });
    await world.startWorker({}, { untilReady: false });
    await wait(10_000);
    await postgres.start();
    recoveries.push(await measureReturn(world, 'SB'));
    return summarizeRecoveries(
      'a new batch is accepted, and all accepted ones are issued',
      recoveries,
      GOAL_SECONDS,
    );
  },
};

export const crashPostgres: Fault<World> = {
  name: 'crash-postgres',
  hurts: 'immediate restart of PostgreSQL under load',
  undone: 'by PostgreSQL, which recovers what was committed',
  awaits: 'a new batch is accepted, and all accepted ones are issued',
  needs: 'servers',
  async run(world) {
    const crashes = 5;
    await world.startIngress();
    await world.startWorker();
    await world.startWorker();
    const load = world.load({ batches: 20, invoices: 300, clients: 3, series: 'X', spacing: 4000 });
    const recoveries: number[] = [];
    for (let crash = 0; crash < crashes; crash += 1) {
      await wait(world.random.between(1000, 5000));
      await world.ground.servers!.postgres.crash();
      recoveries.push(await measureReturn(world, `X${crash}x`));
    }
    await load;
    return summarizeRecoveries(
      'a new batch is accepted, and all accepted ones are issued',
      recoveries,
      GOAL_SECONDS,
    );
  },
};
