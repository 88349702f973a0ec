import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import { DEFAULT_PREFIX, prefixOf } from '../../../src/platform/jobs/keys.ts';
import type { QueueName } from '../../../src/platform/jobs/catalog.ts';
import { QUEUE_NAMES } from '../../../src/contracts/codes.ts';

/** A job that a process is working on, and its start. */
export type JobInHand = {
  readonly key: string;
  readonly id: string;
  readonly queue: QueueName;
  readonly since: string;
};

const nameOf = (queue: QueueName) => `${prefixOf(queue, DEFAULT_PREFIX)}:${queue}`;

/** Returns the jobs that a worker process is working on, according to BullMQ. */
export async function listJobsInHand(redis: Redis, pid: number): Promise<JobInHand[]> {
  const jobs: JobInHand[] = [];
  for (const queue of QUEUE_NAMES) {
    for (const id of await redis.lrange(`${nameOf(queue)}:active`, 0, -1)) {
      const key = `${nameOf(queue)}:${id}`;
      const [by, since] = await redis.hmget(key, 'pb', 'processedOn');
      if (by === `${hostname()}:${pid}`) jobs.push({ key, id, queue, since: since ?? '' });
    }
  }
  return jobs;
}

/**
 * Reports whether a job of a dead process is in its queue again, taken by another process, or over.
 */
export async function isTakenUp(redis: Redis, { key, id, queue, since }: JobInHand): Promise<boolean> {
  const [now, finished] = await redis.hmget(key, 'processedOn', 'finishedOn');
  if (now !== since || finished !== null) return true;
  return (await redis.lpos(`${nameOf(queue)}:active`, id)) === null;
}

/** Describes the queues, for a run that failed. */
export async function describeQueues(redis: Redis): Promise<string> {
  const lines = QUEUE_NAMES.map(async (queue) => {
    const name = nameOf(queue);
    const active = await redis.lrange(`${name}:active`, 0, -1);
    const jobs = active.map(async (id) => {
      const [by, started, data] = await redis.hmget(`${name}:${id}`, 'pb', 'processedOn', 'data');
      const lock = await redis.pttl(`${name}:${id}:lock`);
      return `  ${id} of ${by}, since ${(Date.now() - Number(started)) / 1000} s, lock ${lock} ms, ${data}`;
    });
    const [waiting, delayed] = [await redis.llen(`${name}:wait`), await redis.zcard(`${name}:delayed`)];
    return [
      `${queue}: ${waiting} wait, ${delayed} delayed, ${active.length} active`,
      ...(await Promise.all(jobs)),
    ];
  });
  return (await Promise.all(lines)).flat().join('\n');
}
