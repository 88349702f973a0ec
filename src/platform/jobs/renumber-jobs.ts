import type { Job, Queue } from 'bullmq';
import { renumber } from './priorities.ts';

const PAGE = 1000;

/**
 * Gives jobs that have waited since the epoch before the priorities that they have in this one: once in 16 days, and nothing is to do in between.
 * @returns how many there were.
 */
export async function renumberJobs(queues: Iterable<Queue>, now: Date): Promise<number> {
  let count = 0;
  for (const queue of queues) {
    // The last one tells whether there is any.
    const [last] = await queue.getJobs(['prioritized'], 0, 0, false);
    if (!last || renumber(last.priority, now) === null) continue;
    const jobs = await listJobs(queue);
    const old = jobs.filter((job) => renumber(job.priority, now) !== null);
    // In their order, which those keep that get the same; what a worker took meanwhile needs none.
    await Promise.all(
      old.map((job) => job.changePriority({ priority: renumber(job.priority, now)! }).catch(() => {})),
    );
    count += old.length;
  }
  return count;
}

async function listJobs(queue: Queue): Promise<Job[]> {
  const pages: Job[][] = [];
  for (let start = 0; ; start += PAGE) {
    const page = (await queue.getJobs(['prioritized'], start, start + PAGE - 1, true)) as Job[];
    pages.push(page);
    if (page.length < PAGE) return pages.flat();
  }
}
