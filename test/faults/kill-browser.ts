import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { type Fault, since, summarizeRecoveries } from './fault.ts';
import type { World } from './support/world.ts';

/** The maximum number of seconds that a recovery may take. */
const GOAL_SECONDS = 15;

export const killBrowser: Fault<World> = {
  name: 'kill-browser',
  hurts: 'kill -9 of Chromium in the middle of a render batch',
  undone: 'by the worker, which starts another browser',
  awaits: 'the next PDFs are stored',
  async run(world) {
    const { isShort } = world;
    const kills = isShort ? 2 : 10;
    await world.startIngress();
    const worker = await world.startWorker();
    const load = world.load({ batches: isShort ? 2 : 8, invoices: 500, series: 'B' });
    const recoveries: number[] = [];
    let killed = 0;
    while (killed < kills) {
      await eventually(async () => (await countUnrendered(world)) > 0, {
        within: 60_000,
        what: 'something to render',
      });
      await wait(world.random.between(0, 500));
      const browser = findChild(worker.child.pid!);
      if (browser === null || (await countUnrendered(world)) === 0) continue;
      const before = await countPdfs(world);
      process.kill(browser, 'SIGKILL');
      killed += 1;
      const died = performance.now();
      await eventually(
        async () => (await countPdfs(world)) > before || (await countUnrendered(world)) === 0,
        {
          within: 60_000,
          what: 'the next PDFs',
        },
      );
      recoveries.push(since(died));
      if (!isShort && (await countUnrendered(world)) < 200)
        await world.load({ batches: 1, invoices: 500, clients: 1, series: `B${killed}x` });
    }
    await load;
    return summarizeRecoveries('the next PDFs are stored', recoveries, GOAL_SECONDS);
  },
};

async function count(world: World, sql: string): Promise<number> {
  const { rows } = await world.pool.query<{ count: number }>(sql);
  return rows[0]!.count;
}

const countPdfs = (world: World) => count(world, 'select count(*)::int from pdfs');
const countUnrendered = (world: World) =>
  count(world, 'select ((select count(*) from issued_invoices) - (select count(*) from pdfs))::int as count');

/** Returns the Chromium of a worker; null if it has none. */
function findChild(parent: number): number | null {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const isBrowser = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--remote-debugging');
      if (Number(ppid) === parent && state !== 'Z' && isBrowser) return Number(name);
    } catch {
      // The process ended meanwhile.
    }
  }
  return null;
}
