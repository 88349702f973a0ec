import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBatchBody } from '../support/invoices.ts';
import { openS3StandIn, type S3StandIn } from '../support/s3.ts';
import { openStack, type TestStack } from '../support/stack.ts';

/* An ingress and workers whose settings name a bucket. */

let s3: S3StandIn;
let stack: TestStack;
beforeAll(async () => {
  s3 = await openS3StandIn();
  stack = await openStack(s3.settings);
});
afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await s3[Symbol.asyncDispose]();
});

const countRenderBatches = async (where: string) =>
  (await stack.database.pool.query(`select from render_batches where ${where}`)).rowCount;

it('store render batches in the bucket and move them back when the setting changes, without changing a downloaded byte', async () => {
  await using first = await stack.startWorker();
  const batchId = await stack.client.create(buildBatchBody(3, 'OUT'));
  expect((await stack.client.ended(batchId)).status).toBe('processed');
  const [invoice] = await stack.client.invoices(batchId);
  const download = async () => {
    const answer = await stack.client.request(`/batch_invoices/${invoice!.id}/pdf`);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const outside = await download();
  expect(outside.subarray(0, 5).toString()).toBe('%PDF-');
  await expect
    .poll(() => countRenderBatches('content is null'), { timeout: 20_000 })
    .toBe(await countRenderBatches('true'));
  await first[Symbol.asyncDispose]();

  await stack.startWorker({ RENDER_STORE: 'postgres' });
  await expect.poll(() => countRenderBatches('content is null'), { timeout: 30_000 }).toBe(0);
  expect(await countRenderBatches('true')).toBeGreaterThan(0);
  expect(await download()).toEqual(outside);
}, 120_000);
