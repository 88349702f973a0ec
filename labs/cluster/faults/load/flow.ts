import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { buildBatchBody } from '../../../../test/support/invoices.ts';
import type { ClusterClient } from './client.ts';

/** A batch that was acknowledged. Moments are those of `performance.now()`. */
export type Acknowledged = { readonly id: number; readonly sent: number; readonly at: number };

export type Flow = {
  readonly acknowledged: readonly Acknowledged[];
  /** The number of batches that were sent, without repetitions. */
  readonly sent: number;
  /**
   * Waits for the first 201 after a moment.
   * @param sentAfter whether the batch must also have been sent after it.
   */
  nextAcknowledged(after: number, within: number, sentAfter?: boolean): Promise<Acknowledged>;
  /** Sends no further batches, and waits until all are acknowledged. */
  stop(): Promise<void>;
  /** Stops without waiting. */
  abort(): void;
};

/**
 * The issuers of each client's organization. They have none in common, so that either organization
 * may issue any number.
 */
const ISSUERS = [
  ['B12345674', 'A12345674'],
  ['X1234567L', 'G12345674'],
] as const;
const INVOICES = 2;
const STOP_MS = 120_000;
const LOOK_MS = 20;

/**
 * Sends batches at a steady pace without waiting for the answers to earlier ones, so that the load
 * continues while the cluster is down.
 * @param series the prefix of the invoice numbers, which must be unique to this flow.
 */
export function startFlow(clients: readonly ClusterClient[], series: string, everyMs: number): Flow {
  const acknowledged: Acknowledged[] = [];
  const giveUp = new AbortController();
  const pending = new Set<Promise<void>>();
  let sent = 0;
  const stopping = new AbortController();

  async function send(number: number): Promise<void> {
    const which = number % clients.length;
    const issuers = ISSUERS[which]!;
    const body = buildBatchBody(INVOICES, `${series}${number}`, (index) => ({
      issuer_nif: issuers[(number + index) % issuers.length]!,
    }));
    const began = performance.now();
    const id = await clients[which]!.create(body, randomUUID(), giveUp.signal);
    acknowledged.push({ id, sent: began, at: performance.now() });
  }

  const sending = (async () => {
    while (!stopping.signal.aborted && !giveUp.signal.aborted) {
      sent += 1;
      const one: Promise<void> = send(sent)
        .catch(() => {})
        .finally(() => pending.delete(one));
      pending.add(one);
      await wait(everyMs);
    }
  })();

  return {
    acknowledged,
    get sent() {
      return sent;
    },
    async nextAcknowledged(after, within, sentAfter = false) {
      const deadline = performance.now() + within;
      for (;;) {
        const found = acknowledged.find((one) => one.at > after && (!sentAfter || one.sent > after));
        if (found !== undefined) return found;
        if (performance.now() > deadline) throw new Error(`no batch was acknowledged within ${within} ms`);
        await wait(LOOK_MS);
      }
    },
    async stop() {
      stopping.abort();
      await sending;
      const timer = setTimeout(() => giveUp.abort(), STOP_MS);
      const open = pending.size;
      await Promise.all(pending);
      clearTimeout(timer);
      if (giveUp.signal.aborted)
        throw new Error(`not all of ${open} batches were acknowledged within ${STOP_MS} ms`);
    },
    abort: () => giveUp.abort(),
  };
}
