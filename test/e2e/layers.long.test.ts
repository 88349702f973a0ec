import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CreateBatchAnswer } from '../../src/contracts/v2/batch-answers.ts';
import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchV2 } from '../support/invoices-v2.ts';
import { openStack, type TestStack } from '../support/stack.ts';
import { line, NOBODY, refer } from '../issue/support/rectifying.ts';
import { openSession } from './support/flood.ts';

/*
 * One organization issues layers of R5, each of which names all of the layer before, and then small
 * batches that name the last layer.
 */

const TICKETS = 1000;
const WIDTH = 100;
const SMALL = 12;
/** The most references of one batch. */
const MOST = 10_000;
/**
 * The maximum factor by which this may lengthen the median of the time until another organization's
 * batch of one is issued.
 */
const MAX_SLOWDOWN = 10;

let stack: TestStack;
beforeAll(async () => {
  stack = await openStack({ READ_RATE_LIMIT: '100000' });
  await stack.startWorker();
});
afterAll(() => stack[Symbol.asyncDispose]());

let series = 0;
async function post(token: string, invoices: readonly InvoiceInput[]): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${stack.settings['PORT']}/api/v2/invoice_batches`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(buildBatchV2(`L${(series += 1)}`, ...invoices)),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as CreateBatchAnswer).data.id;
}

const end = (batchId: number) =>
  eventually(
    async () => {
      const { rows } = await stack.database.pool.query<{ status: string }>(
        'select status from batches where id = $1 and processed_at is not null',
        [batchId],
      );
      return rows[0]?.status ?? null;
    },
    { within: 120_000, what: `the end of batch ${batchId}` },
  );
const idsOf = (batchId: number, count: number) =>
  Array.from({ length: count }, (_, index) => batchId * 1000 + index);
const rectify = (ids: readonly number[]): InvoiceInput => ({
  ...NOBODY,
  invoice_type: 'R5',
  rectification: { method: 'differences', reason: 'Rápel', invoices: refer(ids) },
  lines: line('1', '-1'),
});

/** Issues batches of one invoice one after the other until told to end. @returns the median of their times in ms. */
async function watch(token: string, isOver: () => boolean): Promise<{ median: number; most: number }> {
  const times: number[] = [];
  while (!isOver() || times.length < 5) {
    const start = performance.now();
    expect(await end(await post(token, [{}]))).toBe('processed');
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { median: times[times.length >> 1]!, most: times.at(-1)! };
}

it(
  'layers of R5 end, with a reason, and hardly delay other organizations',
  { timeout: 600_000 },
  async () => {
    const [attacker, other] = [await openSession(stack), await openSession(stack)];
    const tickets = await post(
      attacker,
      Array.from({ length: TICKETS }, () => ({ ...NOBODY, lines: line('1') })),
    );
    await end(tickets);
    let layer = idsOf(tickets, TICKETS);
    for (let depth = 0; depth < 2; depth += 1) {
      const each = Math.min(WIDTH, MOST / layer.length);
      const next: number[] = [];
      for (let made = 0; made < WIDTH; made += each) {
        const batch = await post(
          attacker,
          Array.from({ length: each }, () => rectify(layer)),
        );
        await end(batch);
        next.push(...idsOf(batch, each));
      }
      layer = next;
    }
    const idle = await watch(other, () => true);
    let isOver = false;
    const watched = watch(other, () => isOver);
    const small = [];
    for (let count = 0; count < SMALL; count += 1) small.push(await post(attacker, [rectify(layer)]));
    const ends = [];
    for (const batch of small) ends.push(await end(batch));
    isOver = true;
    const busy = await watched;
    console.log({ idle, busy, ends: [...new Set(ends)], slowdown: busy.median / idle.median });
    expect(new Set(ends)).toEqual(new Set(['failed']));
    expect(busy.median / idle.median).toBeLessThan(MAX_SLOWDOWN);
  },
);
