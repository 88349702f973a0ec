import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { measureIssuing } from './lose-redis.ts';
import type { World } from './support/world.ts';

const imports = [new URL('support/shifted-clock.ts', import.meta.url).href];
/**
 * The tolerance between the clocks of the database and of this program, which are those of the same
 * machine.
 */
const GRAIN_SECONDS = 3;

/** The maximum number of seconds that a recovery may take. */
const GOAL_SECONDS = 60;

export const shiftClock: Fault<World> = {
  name: 'shift-clock',
  hurts: 'clocks of processes that are 5 min fast or slow and jump back by 10 min under load',
  undone: 'not undone: the clocks stay wrong until the end',
  awaits: 'everything is issued',
  async run(world) {
    const { isShort } = world;
    const started = Date.now();
    const shifted = (seconds: number) => ({ CLOCK_SHIFT_SECONDS: String(seconds) });
    await world.startIngress(shifted(-300), { imports });
    const workers = [
      await world.startWorker(shifted(300), { imports }),
      await world.startWorker(shifted(-300), { imports }),
    ];
    const load = world.load({
      batches: isShort ? 4 : 12,
      invoices: 200,
      series: 'C',
      spacing: isShort ? 200 : 3000,
    });
    for (const worker of workers) {
      await wait(isShort ? 500 : 4000);
      worker.child.kill('SIGUSR2');
    }
    await load;
    const recovery = await measureIssuing(world);
    await world.finished();
    await refuseWrongStamps(world, started);
    return [{ what: 'everything is issued', seconds: recovery, limit: GOAL_SECONDS }];
  },
};

/**
 * Checks that all timestamps lie within the time of this run and that AEAT reported no wrong one
 * (2004).
 */
async function refuseWrongStamps(world: World, started: number): Promise<void> {
  const { rows } = await world.pool.query<{ early: number; late: number; complaints: number }>(
    `select (select count(*)::int from registration_records where generated_at < $1) as early,
            (select count(*)::int from registration_records where generated_at > $2) as late,
            (select count(*)::int from record_answers where code is not null) as complaints`,
    [new Date(started - GRAIN_SECONDS * 1000), new Date(Date.now() + GRAIN_SECONDS * 1000)],
  );
  const { early, late, complaints } = rows[0]!;
  if (early + late + complaints > 0) {
    throw new Error(
      `${early} records have a timestamp that is too early, ${late} one in the future, and AEAT reported ${complaints}`,
    );
  }
}
