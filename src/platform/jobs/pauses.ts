import { QUEUE_NAMES } from '../../contracts/codes.ts';
import { MAX_SMALL_PDFS } from '../../contracts/jobs.ts';
import { MAX_SMALL_BATCH, type QueueName } from './catalog.ts';
import type { JobQueues } from './job-queues.ts';

/*
 * Queues that an operator paused. No worker takes a job from a paused queue, although every other
 * check looks healthy. BullMQ stores that a queue is paused but not since when. The first process
 * that sees the pause stores the time beside the queue; a process that sees the queue resumed
 * deletes it. Workers look every few seconds.
 */

export type Pause = {
  readonly queue: QueueName;
  /**
   * The time when the pause was first seen, in milliseconds since 1970; null if it cannot be
   * stored.
   */
  readonly since: number | null;
};

/** The work that waits while a queue is paused. */
export const HELD_UP: Readonly<Record<QueueName, string>> = {
  batches: `batches of more than ${MAX_SMALL_BATCH} invoices, or of long ones, are not issued`,
  'small-batches': `batches of at most ${MAX_SMALL_BATCH} invoices are not issued`,
  remission:
    'no record is sent to AEAT, and no chain is compared with its register; no Facturae is signed; nothing is issued in chains that wait for it',
  spfe: "no invoice is written for AEAT's public solution or sent to it",
  pdfs: `most PDFs of batches of more than ${MAX_SMALL_PDFS} invoices are not rendered, except those that a client requests`,
  'small-pdfs': `PDFs that a client requests, and those of batches of at most ${MAX_SMALL_PDFS} invoices, are not rendered`,
  'long-pdfs': 'PDFs of long invoices (about 90 lines and more) are not rendered',
  'slow-pdfs': 'PDFs that take Chromium too long for the queue long-pdfs are not rendered',
  webhooks: 'no webhook is delivered; the events wait',
};

/**
 * Lists the paused queues.
 * @param now the workers' clock, stored for a pause that was not seen before.
 * @param names the queues to check; default: all.
 * @throws if Redis is unavailable.
 */
export async function readPauses(
  { queues, connection, prefix }: Pick<JobQueues, 'queues' | 'connection' | 'prefix'>,
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

/** Describes in one line a paused queue, the work that waits for it, and how to resume it. */
export function describePause({ queue, since }: Pause): string {
  const when = since === null ? '' : ` since ${new Date(since).toISOString()}`;
  return `The queue ${queue} is PAUSED${when}: ${HELD_UP[queue]}. Resume it in the dashboard, or with npm run engine -- queues resume ${queue}`;
}
