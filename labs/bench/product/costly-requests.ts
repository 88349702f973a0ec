import { setTimeout as wait } from 'node:timers/promises';
import { Piscina } from 'piscina';
import type { ApiClient } from './api-client.ts';
import { type CostlyRequest, type CostlyTask, SHARED } from './costly-requests-thread.ts';

export type CostlyRequests = {
  /** Waits until this many answers have begun, at most for a time in milliseconds. */
  waitForAnswers(count: number, limitMs: number): Promise<void>;
  /**
   * Stops the requests.
   * @returns the number of answers with each HTTP status; 0 means a connection that broke before an
   *   answer.
   */
  stop(): Promise<Readonly<Record<string, number>>>;
};

/**
 * Sends requests of one organization, several at the same time, each one as soon as the last is
 * answered. A separate thread sends them and discards the answers, so that reading them does not
 * delay what this thread measures.
 * @param requests are sent round-robin; every POST gets its own Idempotency-Key.
 */
export function sendCostlyRequests(
  rootUrl: string,
  { authorization }: Pick<ApiClient, 'authorization'>,
  requests: readonly CostlyRequest[],
  atOnce: number,
): CostlyRequests {
  const thread = new Piscina<CostlyTask, Record<string, number>>({
    filename: new URL('./costly-requests-thread.ts', import.meta.url).href,
    maxThreads: 1,
  });
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const ended = thread.run({ rootUrl, authorization, requests, atOnce, shared }, { name: 'sendRequests' });
  // `stop` reports the error.
  ended.catch(() => {});
  return {
    async waitForAnswers(count, limitMs) {
      const deadline = performance.now() + limitMs;
      while (Atomics.load(shared, SHARED.answers) < count && performance.now() < deadline) await wait(2);
    },
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
