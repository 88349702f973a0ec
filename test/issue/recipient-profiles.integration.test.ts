import { afterAll, beforeAll, expect, it } from 'vitest';
import { readIssuedDocument } from '#src/platform/literals/issued-documents.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { changeAsOperator } from '#src/organizations/recipients/recipient-profiles.ts';
import { BY_TEST, openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issuingContext, postBatch } from '../support/engine.ts';

const NIF = 'A12345674';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

const set = (buyerReference: string) =>
  changeAsOperator(api.database.pool, organization.id, NIF, { buyerReference }, BY_TEST);
const referenceOf = async (id: number) =>
  (await readIssuedDocument(api.ingress.pool, organization.id, id)).references?.buyer;

it('a batch stays due while the profiles of its recipients cannot be read, and none of its invoices fails', async () => {
  await set('KNOWN');
  const batchId = await postBatch(api, organization, 3, 'DUE');
  await api.database.pool.query('revoke select on recipient_profiles from engine_worker');
  await expect(processBatch(issuingContext(api), batchId)).rejects.toThrow('permission denied');
  const { rows } = await api.database.pool.query(
    `select b.processed_at, (select count(*)::int from batch_invoices i where i.batch_id = b.id and i.processing_error is not null) as failed
     from batches b where b.id = $1`,
    [batchId],
  );
  expect(rows).toEqual([{ processed_at: null, failed: 0 }]);
  await api.database.pool.query('grant select on recipient_profiles to engine_worker');
  expect(await processBatch(issuingContext(api), batchId)).toMatchObject({ issued: 3, failed: 0 });
  expect(await referenceOf(batchId * 1000)).toBe('KNOWN');
});

it('invoices are issued while an operator changes the profile, each with one of its values', async () => {
  await set('BEFORE');
  const batches = await Promise.all(
    Array.from({ length: 4 }, (_, index) => postBatch(api, organization, 130, `WHILE${index}`)),
  );
  const results = Promise.all(batches.map((batchId) => processBatch(issuingContext(api), batchId)));
  for (let count = 0; count < 10; count += 1) await set(`NEW ${count}`);
  for (const result of await results)
    expect(result).toMatchObject({ kind: expect.stringMatching(/issued|busy/) });
  for (const batchId of batches) {
    const again = await processBatch(issuingContext(api), batchId);
    expect(again.kind).toMatch(/issued|ended_before/);
    for (const position of [0, 64, 129])
      expect(await referenceOf(batchId * 1000 + position)).toMatch(/^(BEFORE|NEW \d)$/);
  }
});

it.each([
  '{"electronicAddress": null}',
  '{"electronicAddress": "EM:x"}',
  '{"dir3": {"accountingOffice": 1}}',
  '{"buyerReference": ["x"]}',
  '{"defaultUnitCode": {}}',
])('an invoice is issued as its client sent it if the stored profile is %s', async (profile) => {
  const other = await api.createOrganization();
  await api.database.pool.query(
    'insert into recipient_profiles (organization_id, recipient_document, profile) values ($1, $2, $3)',
    [other.id, NIF, profile],
  );
  const batchId = await postBatch(api, other, 1, 'SHAPE');
  expect(await processBatch(issuingContext(api), batchId)).toMatchObject({ issued: 1, failed: 0 });
  const document = await readIssuedDocument(api.ingress.pool, other.id, batchId * 1000);
  expect(document.version).toBe(1);
});
