import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { type Fault, since, summarizeRecoveries } from './fault.ts';
import type { World } from './support/world.ts';
import { isTakenUp, listJobsInHand } from './support/in-hand.ts';

/** Longer than the lock of a job and PostgreSQL's idle timeout of a transaction. */
const PAUSE_MS = 25_000;

/** The maximum number of seconds that a recovery may take. */
const GOAL_SECONDS = 15;

export const pauseWorker: Fault<World> = {
  name: 'pause-worker',
  hurts: 'SIGSTOP of a worker until others have done its work',
  undone: 'SIGCONT after 25 s, when others have done its work',
  awaits: 'the jobs that it had are taken over',
  async run(world) {
    const { isShort } = world;
    const pauses = isShort ? 1 : 4;
    await world.startIngress();
    await world.startWorker();
    await world.startWorker();
    const recoveries: number[] = [];
    for (let pause = 0; pause < pauses; pause += 1) {
      // Each pause has its own batches, because those of an earlier pause may be finished.
      const load = world.load({ batches: 4, invoices: 500, series: `P${pause}` });
      const { victim, jobs } = await eventually(
        async () => {
          const worker = world.random.pick([...world.processes].filter(({ kind }) => kind === 'worker'));
          const inHand = await listJobsInHand(world.redis, worker.child.pid!);
          return inHand.length > 0 ? { victim: worker, jobs: inHand } : null;
        },
        { within: 60_000, what: 'a worker with a job' },
      );
      await wait(world.random.between(0, 300));
      victim.child.kill('SIGSTOP');
      const stopped = performance.now();
      for (const job of jobs) {
        await eventually(() => isTakenUp(world.redis, job), {
          within: 60_000,
          what: `another worker to take ${job.queue} ${job.id}`,
        });
        recoveries.push(since(stopped));
      }
      if (!isShort) await wait(Math.max(PAUSE_MS - since(stopped) * 1000, 0));
      // The late writes of the paused worker must change nothing, which the invariants prove.
      victim.child.kill('SIGCONT');
      await load;
      await wait(2000);
    }
    return summarizeRecoveries('a job that it had in hand is to be had again', recoveries, GOAL_SECONDS);
  },
};
