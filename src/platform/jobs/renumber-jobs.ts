import type { Job, Queue } from 'bullmq';
import { renumber } from './priorities.ts';

const PAGE = 1000;

/**
 * Gives waiting jobs of the previous epoch their priorities in the current one. This happens once
 * in 16 days; in between the function changes nothing.
 * @returns the number of jobs changed.
 */
export async function renumberJobs(queues: Iterable<Queue>, now: Date): Promise<number> {
  let count = 0;
  for (const queue of queues) {
    // The last job shows whether there are any.
    const [last] = await queue.getJobs(['prioritized'], 0, 0, false);
    if (!last || renumber(last.priority, now) === null) continue;
    const jobs = await listJobs(queue);
    const old = jobs.filter((job) => renumber(job.priority, now) !== null);
    // The jobs are changed in their order, so that jobs with equal priorities keep it. A job that a
    // worker has taken meanwhile needs no priority.
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
