import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { type Fault, since } from './fault.ts';
import { isTakenUp, type JobInHand, listJobsInHand } from './support/in-hand.ts';
import type { World, WorldProcess } from './support/world.ts';

export const killWorker: Fault = {
  name: 'kill-worker',
  title: 'kill -9 of workers at random points',
  recovered: 'what it had in hand is in another’s',
  limit: 15_000,
  async run(world, isShort) {
    const kills = isShort ? 4 : 50;
    const workers = isShort ? 2 : 3;
    await world.startIngress();
    for (let worker = 0; worker < workers; worker += 1) await world.startWorker();
    const load = world.load(
      isShort
        ? { batches: 6, invoices: 200, series: 'K' }
        : { batches: 20, invoices: 1000, series: 'K', spacing: 10_000 },
    );
    const recoveries: Promise<number[]>[] = [];
    const replacements: Promise<unknown>[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(world.random.between(200, 2500));
      const { victim, jobs } = await pickVictim(world);
      await victim.end('SIGKILL');
      recoveries.push(measureRecovery(world, jobs));
      // As an orchestrator would.
      replacements.push(world.startWorker());
    }
    await Promise.all(replacements);
    await load;
    const taken = (await Promise.all(recoveries)).flat();
    await world.finished(isShort ? 60_000 : 300_000);
    return { injected: kills, recoveries: taken, note: `${taken.length} jobs were in hand` };
  },
};

/** A worker with something in hand where there is one. */
async function pickVictim({
  processes,
  redis,
  random,
}: World): Promise<{ victim: WorldProcess; jobs: JobInHand[] }> {
  const find = async () => {
    const workers = [...processes].filter(({ kind }) => kind === 'worker');
    const candidates = await Promise.all(
      workers.map(async (victim) => ({ victim, jobs: await listJobsInHand(redis, victim.child.pid!) })),
    );
    const busy = candidates.filter(({ jobs }) => jobs.length > 0);
    return { all: candidates, busy };
  };
  const found = await eventually(
    async () => {
      const { busy } = await find();
      return busy.length > 0 ? busy : null;
    },
    { within: 3000 },
  ).catch(async () => (await find()).all);
  return random.pick(found);
}

/** @returns for each job the time until somebody works on it again, or it is over. */
async function measureRecovery(world: World, jobs: readonly JobInHand[]): Promise<number[]> {
  const died = performance.now();
  return Promise.all(
    jobs.map(async (job) => {
      await eventually(() => isTakenUp(world.redis, job), {
        within: 60_000,
        every: 50,
        what: `job ${job.id} of ${job.queue} in another’s hands`,
      });
      return since(died);
    }),
  );
}
