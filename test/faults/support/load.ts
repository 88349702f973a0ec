import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AcceptedAnswer } from '#src/checker/check-answers.ts';
import type { CreateBatchBody } from '../../../src/contracts/invoice-input.ts';

export type Account = { readonly organizationId: number; readonly apiKey: string };

/** An attempt without an answer from the API. */
export type Miss = { readonly at: number; readonly why: string };

/** An unexpected answer from the engine or from the load balancer. */
export type Refusal = { readonly at: number; readonly status: number; readonly text: string };

export type SdkClient = {
  readonly account: Account;
  /** Every 201, including replays, in order of arrival. */
  readonly answers: AcceptedAnswer[];
  /** Answers that no client should get, described in words. */
  readonly surprises: string[];
  readonly misses: Miss[];
  /** Counts the answers 503 and 429 with Retry-After. */
  readonly refusals: Refusal[];
  /**
   * Posts a batch with one key until it is accepted.
   * @returns its id and how long this took, in ms.
   */
  create(body: CreateBatchBody, key?: string): Promise<{ id: number; took: number; tries: number }>;
  /** Records payments of issued invoices with one key, until they are recorded. */
  pay(payments: readonly PaidInvoice[]): Promise<void>;
};

/** A whole payment of an invoice today. */
export type PaidInvoice = { readonly invoiceId: number; readonly amount: string; readonly date: string };

const MAX_PAUSE_MS = 1000;

/**
 * A client that behaves like a good SDK. It uses one idempotency key per batch and opens a new
 * session when the old one is refused. It repeats the request after a lost connection, and after
 * the Retry-After of a 503 or 429.
 * @param pauseMs the pause between attempts without an answer.
 */
export function openSdkClient(address: string, account: Account, pauseMs = 200): SdkClient {
  const answers: AcceptedAnswer[] = [];
  const surprises: string[] = [];
  const misses: Miss[] = [];
  const refusals: Refusal[] = [];
  let token: Promise<string> | undefined;

  /** @returns null if the request must be repeated. */
  async function send(path: string, init: RequestInit, version = 1): Promise<Response | null> {
    let answer: Response;
    try {
      answer = await fetch(`${address}/api/v${version}${path}`, {
        ...init,
        signal: AbortSignal.timeout(30_000),
      });
      if (answer.status === 503 || answer.status === 429) {
        const after = Number(answer.headers.get('retry-after') ?? Number.NaN);
        const refused = await answer.text();
        if (Number.isNaN(after)) surprises.push(`${answer.status} without Retry-After`);
        refusals.push({ at: performance.now(), status: answer.status, text: refused.slice(0, 200) });
        // The tests do not wait the full time; retrying early only increases the load.
        await wait(Math.min((after || 1) * 1000, MAX_PAUSE_MS));
        return null;
      }
      return answer;
    } catch (error) {
      misses.push({ at: performance.now(), why: describe(error) });
      await wait(pauseMs);
      return null;
    }
  }

  async function openSession(): Promise<string> {
    for (;;) {
      const answer = await send('/auth/sessions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ api_key: account.apiKey }),
      });
      if (answer?.status === 201) return ((await answer.json()) as { session_token: string }).session_token;
      if (answer !== null) throw new Error(`session: ${answer.status} ${await answer.text()}`);
    }
  }

  /** @returns null if the request must be repeated. */
  async function post(path: string, key: string, body: string, version = 1): Promise<Response | null> {
    token ??= openSession();
    const headers = {
      authorization: `Bearer ${await token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    return send(path, { method: 'POST', headers, body }, version);
  }

  return {
    account,
    answers,
    surprises,
    misses,
    refusals,
    async pay(payments) {
      const key = randomUUID();
      const sent = payments.map(({ invoiceId, ...rest }) => ({
        invoice_id: invoiceId,
        means: 'bank_transfer',
        ...rest,
      }));
      const text = JSON.stringify({ payments: sent });
      for (let tries = 1; ; tries += 1) {
        const answer = await post('/payments', key, text, 2);
        const received = await answer?.text().catch((error: unknown) => {
          misses.push({ at: performance.now(), why: describe(error) });
          return null;
        });
        if (answer === null || received == null) continue;
        if (answer.status === 200) return;
        surprises.push(`pay: ${answer.status} ${received.slice(0, 200)}`);
        if (answer.status !== 500 || tries > 20) throw new Error(surprises.at(-1));
      }
    },
    async create(body, key = randomUUID()) {
      const started = performance.now();
      const text = JSON.stringify(body);
      for (let tries = 1; ; tries += 1) {
        const answer = await post('/invoice_batches', key, text);
        if (answer === null) continue;
        const received = await answer.text().catch((error: unknown) => {
          misses.push({ at: performance.now(), why: describe(error) });
          return null;
        });
        if (received === null) continue;
        if (answer.status === 201) {
          answers.push({ organizationId: account.organizationId, key, body: received });
          const { data } = JSON.parse(received) as { data: { id: number } };
          return { id: data.id, took: performance.now() - started, tries };
        }
        surprises.push(`create: ${answer.status} ${received.slice(0, 200)}`);
        if (answer.status !== 500 || tries > 20) throw new Error(surprises.at(-1));
      }
    },
  };
}

function describe(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return cause?.code ?? cause?.message ?? message;
}
