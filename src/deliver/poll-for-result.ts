import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/**
 * The first pause between two queries. Each pause is half as long again as the one before, because
 * many requests may wait for long.
 */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1000;

/**
 * Lets a request wait for a result that a worker stores, and queries for it after each pause.
 * @param find returns the result, or null if there is none yet.
 * @param gone aborted when the client is gone, which ends the wait.
 * @returns null if there is no result in time.
 */
export async function pollForResult<T>(
  find: () => Promise<T | null>,
  { patienceMs, gone }: { readonly patienceMs: number; readonly gone: AbortSignal },
): Promise<T | null> {
  const deadline = performance.now() + patienceMs;
  let pause = FIRST_PAUSE_MS;
  while (performance.now() < deadline) {
    const left = Math.max(0, deadline - performance.now());
    await wait(Math.min(pause, left), undefined, { signal: gone }).catch(() => {});
    if (gone.aborted) return null;
    const result = await find();
    if (result !== null) return result;
    pause = Math.min(pause * 1.5, MAX_PAUSE_MS);
  }
  return null;
}

/** Returns a signal that is aborted when the connection of a request closes. */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
