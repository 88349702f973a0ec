import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { generateApiKey, hashSecret, showPrefix } from '#src/organizations/access/secrets.ts';
import { createOrganization } from '#src/organizations/access/organizations.ts';
import { buildBatchBody } from '../../support/invoices.ts';
import type { TestStack } from '../../support/stack.ts';

export type Answer = { readonly status: number; readonly retryAfter: string | undefined };
export type Served = { readonly status: number; readonly ms: number };

const addressOf = (stack: TestStack) => `http://127.0.0.1:${stack.settings['PORT']}/api/v1`;

/** Creates an organization. @returns the token of a session of it. */
export async function openSession(stack: TestStack): Promise<string> {
  const apiKey = generateApiKey();
  const key = { keyHash: hashSecret(apiKey), prefix: showPrefix(apiKey) };
  const organization = { name: 'Organización de Prueba SL', outside: null, key };
  await createOrganization(stack.database.orm, organization, { operator: 'test', reason: null });
  const answer = await fetch(`${addressOf(stack)}/auth/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: apiKey }),
  });
  return ((await answer.json()) as { session_token: string }).session_token;
}

/** Sends the body of a create on its own connection. */
export function send(
  stack: TestStack,
  token: string,
  body: Buffer,
  key: string = randomUUID(),
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${addressOf(stack)}/invoice_batches`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': body.length,
        'idempotency-key': key,
      },
    });
    sent.on('response', (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode!, retryAfter: answer.headers['retry-after'] });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends `count` requests at the same time, distributed over the organizations. A connection that breaks counts as status 0. */
export function sendAtOnce(
  stack: TestStack,
  tokens: readonly string[],
  body: Buffer,
  count: number,
): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      send(stack, tokens[index % tokens.length]!, body).catch((error: unknown) => ({
        status: 0,
        retryAfter: String(error),
      })),
    ),
  );
}

/** Returns the peak memory of the ingress, in MB. */
export function readPeak(stack: TestStack): number {
  const status = readFileSync(`/proc/${stack.ingress.child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024;
}

/** Reads and creates small batches one after the other in a thread, because the main thread is busy with the flood. */
const OTHERS = `
  const { workerData: { address, token, body, isOver }, parentPort } = require('node:worker_threads');
  const authorization = 'Bearer ' + token;
  const ask = async (init) => {
    const start = performance.now();
    const answer = await fetch(address + '/invoice_batches', init);
    await answer.text();
    return { status: answer.status, ms: performance.now() - start };
  };
  (async () => {
    const seen = [];
    while (Atomics.load(isOver, 0) === 0) {
      seen.push(await ask({ headers: { authorization } }));
      const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
      seen.push(await ask({ method: 'POST', headers, body }));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    parentPort.postMessage(seen);
  })();
`;

/** Sends requests like a well-behaved organization until the returned function is called, which returns the results. */
export function startOthers(stack: TestStack, token: string): () => Promise<Served[]> {
  const isOver = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { isOver, address: addressOf(stack), token, body: JSON.stringify(buildBatchBody(1)) };
  const others = new Worker(OTHERS, { eval: true, workerData });
  return async () => {
    Atomics.store(isOver, 0, 1);
    const [seen] = (await once(others, 'message')) as [Served[]];
    await others.terminate();
    return seen;
  };
}

/** Returns the time within which the given percentage of requests was served. */
export function percentile(served: readonly Served[], percent: number): number {
  const times = served.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return times[Math.min(times.length - 1, Math.floor((times.length * percent) / 100))] ?? Infinity;
}
