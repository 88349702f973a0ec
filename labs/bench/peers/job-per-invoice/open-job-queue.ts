import type { JobQueue, JobQueueName } from './job-queue.ts';

/** Opens a queue of the library that the variable QUEUE names. */
export async function openJobQueue(environment: NodeJS.ProcessEnv): Promise<JobQueue> {
  const { QUEUE: name, DATABASE_URL: databaseUrl = '', REDIS_URL: redisUrl = '' } = environment;
  switch (name as JobQueueName) {
    case 'BullMQ':
      return (await import('./queues/bullmq.ts')).openBullmq(redisUrl);
    case 'pg-boss':
      return (await import('./queues/pg-boss.ts')).openPgBoss(databaseUrl);
    case 'graphile-worker':
      return (await import('./queues/graphile-worker.ts')).openGraphileWorker(databaseUrl);
  }
}
