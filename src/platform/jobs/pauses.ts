import { QUEUE_NAMES } from '../../contracts/codes.ts';
import { MAX_SMALL_PDFS } from '../../contracts/jobs.ts';
import { MAX_SMALL_BATCH, type QueueName } from './catalog.ts';
import type { Hints } from './hints.ts';

/*
 * Queues that an operator paused: no worker takes a job of theirs, whatever looks well. BullMQ notes that one is paused, not since when: whoever
 * looks first writes that down beside it, and whoever sees it resumed takes it away. Workers look every few seconds.
 */

export type Pause = {
  readonly queue: QueueName;
  /** Milliseconds since 1970: when it was first seen; null where that cannot be kept. */
  readonly since: number | null;
};

/** What waits while a queue is paused. */
export const HELD_UP: Readonly<Record<QueueName, string>> = {
  batches: `batches of more than ${MAX_SMALL_BATCH} invoices, or of long ones, are not issued`,
  'small-batches': `batches of at most ${MAX_SMALL_BATCH} invoices are not issued`,
  remission:
    'no record is sent to AEAT, and no chain is compared with its register, before which nothing is issued in it',
  pdfs: `most PDFs of batches of more than ${MAX_SMALL_PDFS} invoices are not rendered, but for those that a client asks for`,
  'small-pdfs': `PDFs that a client asks for, and those of batches of at most ${MAX_SMALL_PDFS} invoices, are not rendered`,
  'long-pdfs': 'PDFs of long invoices (about 90 lines and more) are not rendered',
  'slow-pdfs': 'PDFs that take Chromium too long for the queue long-pdfs are not rendered',
  webhooks: 'no webhook is delivered; the events wait',
};

/**
 * Which queues are paused.
 * @param now of the clock that workers go by, for those that nobody saw paused before.
 * @param names of those to look at; default: all.
 * @throws when Redis is away.
 */
export async function readPauses(
  { queues, connection, prefix }: Pick<Hints, 'queues' | 'connection' | 'prefix'>,
  now: Date,
  names: readonly QueueName[] = QUEUE_NAMES,
): Promise<Pause[]> {
  const key = `${prefix}:pauses`;
  const seen = await connection.hgetall(key);
  const pauses = await Promise.all(
    names.map(async (queue): Promise<Pause | null> => {
      const isPaused = await queues.get(queue)!.isPaused();
      const noted = seen[queue];
      if (!isPaused) {
        if (noted !== undefined) await connection.hdel(key, queue).catch(() => {});
        return null;
      }
      if (noted !== undefined) return { queue, since: Number(noted) };
      const isRecorded = await connection.hsetnx(key, queue, now.getTime()).then(
        () => true,
        () => false,
      );
      return { queue, since: isRecorded ? now.getTime() : null };
    }),
  );
  return pauses.filter((pause) => pause !== null);
}

/** Says that a queue is paused, what that holds up, and how it goes on, in one line. */
export function describePause({ queue, since }: Pause): string {
  const when = since === null ? '' : ` since ${new Date(since).toISOString()}`;
  return `The queue ${queue} is PAUSED${when}: ${HELD_UP[queue]}. It goes on when it is resumed in the dashboard, or with npm run engine -- queues resume ${queue}`;
}
