import { Argument, Command } from 'commander';
import { QUEUE_NAMES } from '../contracts/codes.ts';
import { changeQueue } from '../operate/pause-queue.ts';
import type { Database } from '../platform/postgres/open-database.ts';
import type { PendingAct } from '../platform/audit/operator-acts.ts';
import type { QueueName } from '../platform/jobs/catalog.ts';
import { describePause, HELD_UP, readPauses } from '../platform/jobs/pauses.ts';
import { askQueues } from './ask-queues.ts';
import {
  type OrderOptions,
  readOrder,
  UsageError,
  withDatabase,
  withOrder,
  withPool,
} from './command-context.ts';
import { print } from './print.ts';

/*
 * npm run engine -- queues: lists, pauses and resumes queues, also if the dashboard is read-only.
 * See docs/operating.md.
 */

const AWAY = { kind: 'refused', why: 'not reachable (REDIS_URL)' } as const;

export const command = new Command('queues').description(
  'list, pause and resume the queues that workers take their jobs from',
);
const queueArgument = () => new Argument('<queue>', 'the name of the queue').choices(QUEUE_NAMES);

command
  .command('list', { isDefault: true })
  .description('list the queues; for paused queues, show the time of the pause and the waiting work')
  .action(() =>
    withPool('operator', async ({ pool }) => {
      const pauses = await askQueues(pool, (queues) => readPauses(queues, new Date()));
      if (pauses === null) throw new UsageError(`Redis, which stores the queues, is ${AWAY.why}`);
      const paused = new Map(pauses.map((pause) => [pause.queue, pause]));
      for (const name of QUEUE_NAMES) {
        const pause = paused.get(name);
        await print(pause === undefined ? `The queue ${name} is not paused` : describePause(pause));
      }
      if (pauses.length > 0)
        await print(
          'npm run engine -- audit --act queue.pause shows who paused them with the dashboard or a command',
        );
    }),
  );

withOrder(command.command('pause'))
  .description('stop all workers from taking jobs of a queue; active jobs are finished')
  .addArgument(queueArgument())
  .action((queue: QueueName, options: OrderOptions) => change(queue, true, options));

withOrder(command.command('resume'))
  .description('let workers take jobs of a paused queue again')
  .addArgument(queueArgument())
  .action((queue: QueueName, options: OrderOptions) => change(queue, false, options));

function change(queue: QueueName, isPaused: boolean, options: OrderOptions): Promise<void> {
  return withDatabase(async (database) => {
    await carryOut(database, queue, isPaused, options);
    await print(
      isPaused
        ? `The queue ${queue} is paused: ${HELD_UP[queue]}. Active jobs are finished. Resume it with npm run engine -- queues resume ${queue}`
        : `The queue ${queue} is resumed: workers take its jobs at once`,
    );
  });
}

/**
 * Begins the act before the change and keeps it once the change took effect: without a record in
 * the database nothing is changed.
 */
async function carryOut(
  { pool, orm }: Database,
  queue: QueueName,
  isPaused: boolean,
  options: OrderOptions,
): Promise<void> {
  const { beginAct } = await import('../platform/audit/operator-acts.ts');
  const act = isPaused ? 'queue.pause' : 'queue.resume';
  const pending = await beginAct(orm, readOrder(options), { act, details: { queue } });
  const changed = (await askQueues(pool, (queues) => changeQueue(queues, queue, isPaused))) ?? AWAY;
  switch (changed.kind) {
    case 'done':
      return await keep(pending, `The queue ${queue} is ${isPaused ? 'paused' : 'resumed'}`);
    case 'unknown':
      await pending.keepUnknown();
      throw new UsageError(
        `Redis did not confirm the change: npm run engine -- queues shows whether ${queue} is paused`,
      );
    case 'same':
      await pending.drop();
      throw new UsageError(`The queue ${queue} is ${isPaused ? 'already paused' : 'not paused'}`);
    case 'refused':
      await pending.drop();
      throw new UsageError(`Nothing was changed. State of Redis: ${changed.why}`);
  }
}

/**
 * Keeps an act that took effect.
 * @throws UsageError if the database is no longer reachable; the change in Redis stays.
 */
async function keep(pending: PendingAct, done: string): Promise<void> {
  try {
    await pending.keep();
  } catch {
    await pending.keepUnknown().catch((error: unknown) => {
      const text = `${done}, but the database is no longer reachable and may not have recorded it: note it yourself`;
      throw new UsageError(text, { cause: error });
    });
  }
}
