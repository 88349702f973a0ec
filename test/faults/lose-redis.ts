import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { type Fault, since, summarizeRecoveries } from './fault.ts';
import type { World } from './support/world.ts';

/** Waits until the batches accepted so far have ended. @returns the seconds that this took. */
export async function measureIssuing(world: World, from = performance.now()): Promise<number> {
  const { rows } = await world.pool.query<{ id: string }>(
    'select id from batches where processed_at is null',
  );
  const ids = rows.map(({ id }) => id);
  await eventually(
    async () => {
      const { rowCount } = await world.pool
        .query('select from batches where id = any ($1) and processed_at is null limit 1', [ids])
        .catch(() => ({ rowCount: 1 }));
      return rowCount === 0;
    },
    { within: 120_000, every: 50, what: `the end of ${ids.length} batches` },
  );
  return since(from);
}

/** The maximum number of seconds that a recovery may take. */
const GOAL_SECONDS = 30;

export const flushRedis: Fault<World> = {
  name: 'flush-redis',
  hurts: 'FLUSHALL at several moments',
  undone: 'by the reconciler, which finds the work again',
  awaits: 'the batches accepted before are issued',
  async run(world) {
    const { isShort } = world;
    const flushes = isShort ? 2 : 8;
    await world.startIngress();
    await world.startWorker();
    const load = world.load({
      batches: isShort ? 4 : 24,
      invoices: 300,
      series: 'F',
      spacing: isShort ? 500 : 2500,
    });
    const recoveries: Promise<number>[] = [];
    for (let flush = 0; flush < flushes; flush += 1) {
      await wait(world.random.between(200, isShort ? 1000 : 4000));
      await world.redis.flushdb();
      const recovery = measureIssuing(world);
      recovery.catch(() => {});
      recoveries.push(recovery);
    }
    await load;
    return summarizeRecoveries(
      'the batches accepted before are issued',
      await Promise.all(recoveries),
      GOAL_SECONDS,
    );
  },
};

export const stopRedis: Fault<World> = {
  name: 'stop-redis',
  hurts: 'Redis stopped for 30 s under load, and at start-up',
  undone: 'Redis is started again with its data on disk',
  awaits: 'the batches accepted meanwhile are issued',
  needs: 'servers',
  async run(world) {
    const { redis } = world.ground.servers!;
    await world.startIngress();
    await world.startWorker();
    const recoveries: number[] = [];
    let slowest = 0;
    for (const outage of ['under load', 'at start-up'] as const) {
      await redis.stop();
      if (outage === 'at start-up') {
        await Promise.all([...world.processes].map((running) => running.end('SIGKILL')));
        await world.startIngress();
        await world.startWorker({}, { untilReady: false });
      }
      const stopped = performance.now();
      const client = world.openClient();
      for (let batch = 0; since(stopped) < 30; batch += 1) {
        const { took } = await client.create(buildBatchBody(100, `R${outage.length}-${batch}`));
        slowest = Math.max(slowest, took);
        await wait(1000);
      }
      await redis.start();
      recoveries.push(await measureIssuing(world));
    }
    return [
      ...summarizeRecoveries('what was accepted meanwhile is issued', recoveries, GOAL_SECONDS),
      { what: 'the slowest 201 meanwhile', seconds: slowest / 1000 },
    ];
  },
};
