import { setTimeout as wait } from 'node:timers/promises';
import type { AcceptedAnswer } from '../../../../src/checker/check-answers.ts';
import type { CreateBatchBody } from '../../../../src/contracts/invoice-input.ts';
import type { Account, Miss, Refusal } from '../../../../test/faults/support/load.ts';

export type ClusterClient = {
  readonly account: Account;
  /** Every 201, in order of arrival. */
  readonly answers: AcceptedAnswer[];
  readonly refusals: Refusal[];
  /**
   * Attempts without an answer, and the reasons. Clients then reconnect, so these are no refusals.
   */
  readonly misses: Miss[];
  /**
   * Posts a batch with one key until it is accepted or the client is told to stop.
   * @returns its id.
   */
  create(body: CreateBatchBody, key: string, signal: AbortSignal): Promise<number>;
};

/** The time in ms after which a client stops waiting for a response. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 1000;

/**
 * A well-behaved client: it repeats a request with the same key until the answer is 201. After 503
 * and 429 it waits for the time in Retry-After, but at most a second.
 */
export function openClusterClient(address: string, account: Account): ClusterClient {
  const answers: AcceptedAnswer[] = [];
  const refusals: Refusal[] = [];
  const misses: Miss[] = [];
  let token: Promise<string> | undefined;

  /** @returns null if the request must be repeated. */
  async function post(path: string, headers: Record<string, string>, body: string, signal: AbortSignal) {
    signal.throwIfAborted();
    try {
      const answer = await fetch(`${address}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      });
      const text = await answer.text();
      if (answer.status === 201) return text;
      refusals.push({ at: performance.now(), status: answer.status, text: text.slice(0, 200) });
      if (answer.status === 401) token = undefined;
      const after = Number(answer.headers.get('retry-after') ?? 0) * 1000;
      await wait(Math.min(Math.max(after, PAUSE_MS), LONGEST_PAUSE_MS));
    } catch (error) {
      signal.throwIfAborted();
      misses.push({ at: performance.now(), why: describe(error) });
      await wait(PAUSE_MS);
    }
    return null;
  }

  async function openSession(signal: AbortSignal): Promise<string> {
    for (;;) {
      const text = await post('/auth/sessions', {}, JSON.stringify({ api_key: account.apiKey }), signal);
      if (text !== null) return (JSON.parse(text) as { session_token: string }).session_token;
    }
  }

  return {
    account,
    answers,
    refusals,
    misses,
    async create(body, key, signal) {
      const text = JSON.stringify(body);
      for (;;) {
        token ??= openSession(signal);
        const headers = { authorization: `Bearer ${await token}`, 'idempotency-key': key };
        const received = await post('/invoice_batches', headers, text, signal);
        if (received === null) continue;
        answers.push({ organizationId: account.organizationId, key, body: received });
        return (JSON.parse(received) as { data: { id: number } }).data.id;
      }
    },
  };
}

function describe(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return cause?.code ?? cause?.message ?? message;
}
