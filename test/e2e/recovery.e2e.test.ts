import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyChains } from '../support/chains.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { LONG } from '../support/long.ts';
import { openStack, type TestStack } from '../support/stack.ts';

/** Chromium is not used, because these tests are about losing no batch. */
const BATCHES_ONLY = { WORKER_QUEUES: 'batches' };
/**
 * The number of batches in the test that kills workers; `npm run test:faults` kills fifty workers.
 */
const BATCHES = 8;
const INVOICES_EACH = LONG ? 500 : 100;

describe('an accepted batch is not lost', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await openStack();
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  it("when Redis is down: a POST succeeds at once, and the batch is processed within 10 s of Redis's return", async () => {
    await stack.startWorker(BATCHES_ONLY);
    stack.redisGate.close();
    const started = performance.now();
    const ids = [];
    for (let batch = 0; batch < 5; batch += 1)
      ids.push(await stack.client.create(buildBatchBody(10, `DOWN${batch}`)));
    // A producer waits this long for an answer of Redis.
    expect((performance.now() - started) / ids.length).toBeLessThan(2000);
    expect((await stack.client.request('/invoice_batches')).status).toBe(200);
    expect((await fetch(`${stack.ingress.opsUrl}/readyz`)).status).toBe(200);
    stack.redisGate.open();
    for (const id of ids) expect((await stack.client.ended(id, 10_000)).status).toBe('processed');
  });

  it('when Redis loses all data while batches wait', async () => {
    const worker = await stack.startWorker(BATCHES_ONLY);
    const ids = [];
    for (let batch = 0; batch < 10; batch += 1) {
      ids.push(await stack.client.create(buildBatchBody(100, `FLUSH${batch}`)));
      if (batch % 3 === 0) await stack.redis.flushdb();
    }
    await stack.redis.flushdb();
    for (const id of ids) expect((await stack.client.ended(id, 10_000)).status).toBe('processed');
    await worker.end();
  });

  it('when workers are repeatedly killed in the middle of their work', async () => {
    const ids: number[] = [];
    for (let batch = 0; batch < BATCHES; batch += 1)
      ids.push(await stack.client.create(buildBatchBody(INVOICES_EACH, `KILL${batch}`)));
    for (let kill = 0; kill < 3; kill += 1) {
      const worker = await stack.startWorker(BATCHES_ONLY);
      await eventually(
        () => worker.output().includes('Batch processed') || worker.output().includes('Worker started'),
      );
      expect(await worker.end('SIGKILL')).toBeNull();
    }
    await stack.startWorker(BATCHES_ONLY);
    for (const id of ids) expect((await stack.client.ended(id, 30_000)).status).toBe('processed');
    await verifyChains(stack.database.pool);
    const { rows } = await stack.database.pool.query(
      `select count(*)::int as issued, count(distinct invoice_number)::int as numbers from issued_invoices
       where invoice_number like 'KILL%'`,
    );
    expect(rows[0]).toEqual({ issued: BATCHES * INVOICES_EACH, numbers: BATCHES * INVOICES_EACH });
  });
});

describe('SIGTERM', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await openStack();
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  it('makes a worker finish its jobs and end with code 0', async () => {
    const worker = await stack.startWorker(BATCHES_ONLY);
    const id = await stack.client.create(buildBatchBody(1000, 'TERM'));
    await eventually(async () => (await stack.client.batch(id)).status !== 'received');
    expect(await worker.end('SIGTERM')).toBe(0);
    expect((await stack.client.batch(id)).status).toBe('processed');
  });

  it('makes the ingress end with code 0', async () => {
    expect(await stack.ingress.end('SIGTERM')).toBe(0);
  });
});
