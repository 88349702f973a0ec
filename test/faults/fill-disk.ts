import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { type Fault, summarizeRecoveries } from './fault.ts';
import { measureIssuing } from './lose-redis.ts';
import type { World } from './support/world.ts';

const FULL_MS = 15_000;

/** The maximum number of seconds that a recovery may take. */
const GOAL_SECONDS = 30;

export const fillDisk: Fault<World> = {
  name: 'fill-disk',
  hurts: 'the disk of PostgreSQL full for 15 s under load',
  undone: 'the file that fills the disk is removed',
  awaits: 'a new batch is accepted, and all accepted ones are issued',
  needs: 'mount',
  async run(world) {
    const times = 2;
    await world.startIngress();
    await world.startWorker();
    const recoveries: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const load = { isOver: false, batch: 0 };
      const client = world.openClient();
      const work = (async () => {
        while (!load.isOver) {
          load.batch += 1;
          await client.create(buildBatchBody(200, `E${time}-${load.batch}`));
          await wait(300);
        }
      })();
      await wait(2000);
      const filler = await fill(world);
      const full = performance.now();
      await wait(FULL_MS);
      load.isOver = true;
      if (client.refusals.every(({ at }) => at < full))
        throw new Error('no client noticed that the disk was full');
      rmSync(filler);
      // PostgreSQL may have stopped because of it; it is restarted after a pause.
      await eventually(() => isBack(world), { within: 120_000, every: 200, what: 'PostgreSQL' });
      const back = performance.now();
      await work;
      await world.openClient().create(buildBatchBody(10, `E${time}x`));
      recoveries.push(await measureIssuing(world, back));
    }
    return summarizeRecoveries(
      'a new batch is accepted, and all accepted ones are issued',
      recoveries,
      GOAL_SECONDS,
    );
  },
};

async function isBack({ pool }: World): Promise<boolean> {
  return pool.query('update organizations set batches_count = batches_count').then(
    () => true,
    () => false,
  );
}

/** Fills the file system of PostgreSQL's data. @returns the file that fills it. */
async function fill(world: World): Promise<string> {
  const file = path.join(world.ground.smallDisk!, 'filler');
  const piece = Buffer.alloc(1024 * 1024);
  try {
    for (;;) writeFileSync(file, piece, { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  return file;
}
