import { Piscina } from 'piscina';
import { waitUntil } from '../measuring/wait-until.ts';
import type { ApiClient } from './api-client.ts';
import { type CostlyRequest, type CostlyTask, SHARED } from './costly-requests-thread.ts';

export type CostlyRequests = {
  /** Waits until the answers of this many requests have begun. */
  waitForAnswers(count: number): Promise<void>;
  /** Ends them. @returns how many requests got each HTTP status; 0 stands for a connection that broke before an answer. */
  stop(): Promise<Readonly<Record<string, number>>>;
};

/**
 * Sends requests of one organization, a number of them at the same time, each next one when the last is answered. A thread of its own sends them and drops the
 * answers, so that reading them does not delay what this thread measures.
 * @param requests are sent in turn; every POST gets an Idempotency-Key of its own.
 */
export function sendCostlyRequests(
  apiUrl: string,
  { authorization }: Pick<ApiClient, 'authorization'>,
  requests: readonly CostlyRequest[],
  atOnce: number,
): CostlyRequests {
  const thread = new Piscina<CostlyTask, Record<string, number>>({
    filename: new URL('./costly-requests-thread.ts', import.meta.url).href,
    maxThreads: 1,
  });
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const ended = thread.run({ apiUrl, authorization, requests, atOnce, shared }, { name: 'sendRequests' });
  // Whoever stops it hears of the error.
  ended.catch(() => {});
  return {
    waitForAnswers: (count) =>
      waitUntil(async () => Atomics.load(shared, SHARED.answers) >= count, `${count} answers`),
    async stop() {
      Atomics.store(shared, SHARED.isOver, 1);
      try {
        return await ended;
      } finally {
        await thread.destroy();
      }
    },
  };
}
