import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import type { Fault } from './fault.ts';
import { measureIssuing } from './lose-redis.ts';
import type { World } from './support/world.ts';

const FULL_MS = 15_000;

export const fillDisk: Fault = {
  name: 'fill-disk',
  title: 'the disk of PostgreSQL full for 15 s under load',
  recovered: 'a new batch is accepted, all accepted ones are issued',
  limit: 30_000,
  needs: 'mount',
  async run(world) {
    const times = 2;
    await world.startIngress();
    await world.startWorker();
    const recoveries: number[] = [];
    let refused = 0;
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
      if (client.busy.every((moment) => moment < full))
        throw new Error('the disk was never full for a client');
      rmSync(filler);
      // It may have ended over it, and is started again after a pause.
      await eventually(() => isBack(world), { within: 120_000, every: 200, what: 'PostgreSQL' });
      const back = performance.now();
      await work;
      await world.openClient().create(buildBatchBody(10, `E${time}x`));
      recoveries.push(await measureIssuing(world, back));
      refused += client.busy.length;
    }
    await world.finished();
    return { injected: times, recoveries, note: `${refused} requests were answered 503 with Retry-After` };
  },
};

async function isBack({ pool }: World): Promise<boolean> {
  return pool.query('update organizations set batches_count = batches_count').then(
    () => true,
    () => false,
  );
}

/** Takes what is left of the file system that PostgreSQL's data are on. @returns the file that does. */
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
