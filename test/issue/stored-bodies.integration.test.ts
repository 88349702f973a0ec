import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processBatch } from '../../src/issue/process-batch.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issuingContext, postBatch } from '../support/engine.ts';
import { buildBatchBody } from '../support/invoices.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

/** Replaces the stored body of a batch by one that acceptance would refuse. */
async function replaceBody(batchId: number, body: unknown): Promise<void> {
  const client = await api.database.pool.connect();
  try {
    await client.query(`set session_replication_role = 'replica'`);
    await client.query('update batch_bodies set body = $2 where batch_id = $1', [
      batchId,
      zstdCompressSync(Buffer.from(JSON.stringify(body))),
    ]);
  } finally {
    client.release(true);
  }
}

const unknown = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`unknown_${index}`, index]));

it('a stored invoice with unknown members or wrong types is not issued, while the others of its batch are', async () => {
  const wrong = [
    { ...unknown },
    { ...unknown, paid: 'no' },
    { ...unknown, number_serie: 5 },
    { ...unknown, lines: {} },
    { lines: [{ ...unknown, concept: 7 }] },
  ];
  const batchId = await postBatch(api, organization, wrong.length + 1, 'W');
  const body = buildBatchBody(wrong.length + 1, 'W');
  for (const [index, changes] of wrong.entries()) Object.assign(body.invoice_batch.invoices[index]!, changes);
  await replaceBody(batchId, body);
  expect(await processBatch(issuingContext(api), batchId)).toMatchObject({ issued: 1, failed: wrong.length });
  const list = await api.get(organization.token, `/invoice_batches/${batchId}/batch_invoices`);
  const { data } = list.json<{ data: { processing_error: string | null }[] }>();
  const message = 'The invoice has unknown members or values of wrong JSON types';
  expect(data.map(({ processing_error }) => processing_error)).toEqual([...wrong.map(() => message), null]);
});
