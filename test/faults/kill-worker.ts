import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { type Fault, since, summarizeRecoveries } from './fault.ts';
import { isTakenUp, type JobInHand, listJobsInHand } from './support/in-hand.ts';
import type { World, WorldProcess } from './support/world.ts';

/** The maximum number of seconds that a recovery may take. */
const GOAL_SECONDS = 15;

export const killWorker: Fault<World> = {
  name: 'kill-worker',
  hurts: 'kill -9 of workers at random points',
  undone: 'each is replaced by a new worker',
  awaits: 'the jobs that it had are taken over',
  async run(world) {
    const { isShort } = world;
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
      const recovery = measureRecovery(world, jobs);
      recovery.catch(() => {});
      recoveries.push(recovery);
      // A replacement, as an orchestrator would start it.
      const replacement = world.startWorker();
      replacement.catch((error: unknown) => console.log(`    a replacement did not start: ${String(error)}`));
      replacements.push(replacement);
    }
    await Promise.all(replacements);
    await load;
    const taken = (await Promise.all(recoveries)).flat();
    return summarizeRecoveries('a job that it had in hand is to be had again', taken, GOAL_SECONDS);
  },
};

type Victim = { readonly victim: WorldProcess; readonly jobs: JobInHand[] };

/** Returns a worker, preferably one with a job. */
async function pickVictim(world: World): Promise<Victim> {
  const find = async (isBusy: boolean) => {
    const workers = [...world.processes].filter(({ kind }) => kind === 'worker');
    const victims = await Promise.all(
      workers.map(async (victim) => ({ victim, jobs: await listJobsInHand(world.redis, victim.child.pid!) })),
    );
    const candidates = victims.filter(({ jobs }) => !isBusy || jobs.length > 0);
    return candidates.length > 0 && world.random.pick(candidates);
  };
  return eventually(() => find(true), { within: 3000 }).catch(() =>
    eventually(() => find(false), { within: 60_000, what: 'a worker' }),
  );
}

/** @returns for each job the seconds until another worker takes it or it is over. */
async function measureRecovery(world: World, jobs: readonly JobInHand[]): Promise<number[]> {
  const died = performance.now();
  return Promise.all(
    jobs.map(async (job) => {
      await eventually(() => isTakenUp(world.redis, job), {
        within: 60_000,
        every: 50,
        what: `another worker to take job ${job.id} of ${job.queue}`,
      });
      return since(died);
    }),
  );
}
