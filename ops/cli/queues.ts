import { Argument, Command } from 'commander';
import { QUEUE_NAMES } from '../../src/contracts/codes.ts';
import { changeQueue } from '../../src/operate/pause-queue.ts';
import type { Orm } from '../../src/platform/postgres/open-database.ts';
import { beginAct, type PendingAct } from '../../src/platform/audit/operator-acts.ts';
import type { QueueName } from '../../src/platform/jobs/catalog.ts';
import { describePause, HELD_UP, readPauses } from '../../src/platform/jobs/pauses.ts';
import { askQueues } from './ask-queues.ts';
import { type OrderOptions, readOrder, UsageError, withDatabase, withOrder } from './command-context.ts';
import { print } from './print.ts';

/* npm run queues: which are paused, and what an operator decides about them where the dashboard is read-only. See docs/operating.md. */

const AWAY = { kind: 'refused', why: 'not reachable (REDIS_URL)' } as const;

export const command = new Command('queues').description('the queues that workers take their jobs from');
const queueArgument = () => new Argument('<queue>', 'its name').choices(QUEUE_NAMES);

command
  .command('list', { isDefault: true })
  .description('list the queues: which are paused, since when, and what waits for that')
  .action(async () => {
    const pauses = await askQueues((queues) => readPauses(queues, new Date()));
    if (pauses === null) throw new UsageError(`Redis, which has the queues, is ${AWAY.why}`);
    const paused = new Map(pauses.map((pause) => [pause.queue, pause]));
    for (const name of QUEUE_NAMES) {
      const pause = paused.get(name);
      await print(pause === undefined ? `The queue ${name} is not paused` : describePause(pause));
    }
    if (pauses.length > 0)
      await print(
        'npm run engine -- audit --act queue.pause tells who paused them with the dashboard or a command',
      );
  });

withOrder(command.command('pause'))
  .description('stop all workers from taking jobs of a queue; what is in hand is finished')
  .addArgument(queueArgument())
  .action((queue: QueueName, options: OrderOptions) => change(queue, true, options));

withOrder(command.command('resume'))
  .description('let workers go on with a queue that is paused')
  .addArgument(queueArgument())
  .action((queue: QueueName, options: OrderOptions) => change(queue, false, options));

function change(queue: QueueName, isPaused: boolean, options: OrderOptions): Promise<void> {
  return withDatabase(async ({ orm }) => {
    await carryOut(orm, queue, isPaused, options);
    await print(
      isPaused
        ? `The queue ${queue} is paused: ${HELD_UP[queue]}. What is in hand is finished. It goes on with npm run engine -- queues resume ${queue}`
        : `The queue ${queue} goes on: workers take its jobs at once`,
    );
  });
}

/** What cannot be written down is not done: the act is begun before, and kept once it took effect. */
async function carryOut(orm: Orm, queue: QueueName, isPaused: boolean, options: OrderOptions): Promise<void> {
  const act = isPaused ? 'queue.pause' : 'queue.resume';
  const pending = await beginAct(orm, readOrder(options), { act, details: { queue } });
  const changed = (await askQueues((queues) => changeQueue(queues, queue, isPaused))) ?? AWAY;
  switch (changed.kind) {
    case 'done':
      return await keep(pending, `The queue ${queue} is ${isPaused ? 'paused' : 'resumed'}`);
    case 'unknown':
      await pending.keepUnknown();
      throw new UsageError(
        `Redis did not say what became of it: npm run engine -- queues tells whether ${queue} is paused`,
      );
    case 'same':
      await pending.drop();
      throw new UsageError(`The queue ${queue} is ${isPaused ? 'paused already' : 'not paused'}`);
    case 'refused':
      await pending.drop();
      throw new UsageError(`Nothing was changed: Redis: ${changed.why}`);
  }
}

/** @throws where the database went meanwhile: what was done stands, and the operator is told. */
async function keep(pending: PendingAct, done: string): Promise<void> {
  try {
    await pending.keep();
  } catch {
    await pending.keepUnknown().catch((error: unknown) => {
      const text = `${done}, and the database, which went meanwhile, may not have it written down: note it yourself`;
      throw new UsageError(text, { cause: error });
    });
  }
}
