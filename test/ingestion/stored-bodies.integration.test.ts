import { expect, it } from 'vitest';
import { processBatch } from '../../src/issuing/process-batch.ts';
import { startPacking } from '../../src/persistence/packs/packing.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { issuingContext, postBatch } from '../support/engine.ts';
import { buildBatchBody } from '../support/invoices.ts';

const ZSTD_MAGIC = '28b52ffd';

async function readHead({ database }: TestApi, batchId: number): Promise<string> {
  const { rows } = await database.pool.query<{ head: string }>(
    `select encode(substring(body from 1 for 4), 'hex') as head from batch_bodies where batch_id = $1`,
    [batchId],
  );
  return rows[0]!.head;
}

it('bodies are stored with a dictionary once packing has begun, for no release of before runs then: each is issued, and compared when its key comes again', async () => {
  await using api = await openTestApi();
  await api.database.pool.query(
    `set session_replication_role = 'replica'; delete from packing; set session_replication_role = default`,
  );
  await using before = await openTestApi({}, { beside: api });
  const organization = await api.createOrganization();
  const early = await postBatch(before, organization, 1, 'A');
  expect(await readHead(api, early)).toBe(ZSTD_MAGIC);
  await startPacking(api.database.pool, new Date());
  // An ingress that has not heard of it goes on as before; one that asks does not.
  expect(await readHead(api, await postBatch(before, organization, 1, 'B'))).toBe(ZSTD_MAGIC);
  await using after = await openTestApi({}, { beside: api });
  const late = await postBatch(after, organization, 1, 'C');
  expect(await readHead(api, late)).toMatch(/^01/);
  for (const batchId of [early, late])
    expect(await processBatch(issuingContext(api), batchId)).toMatchObject({ kind: 'issued', issued: 1 });

  const key = crypto.randomUUID();
  const body = JSON.stringify(buildBatchBody(2, 'D'));
  const first = await after.post(organization.token, body, { key });
  const again = await before.post(organization.token, ` ${body}`, { key });
  expect(first.statusCode).toBe(201);
  expect([again.statusCode, again.body]).toEqual([201, first.body]);
});
