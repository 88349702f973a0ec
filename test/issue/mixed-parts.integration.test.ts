import { expect, it } from 'vitest';
import { NO_DELIVERIES } from '#src/domain/spfe/draft-delivery.ts';
import { prepareBatch } from '../../src/issue/prepare-batch.ts';
import { readBatch } from '../../src/issue/statements/issuing.ts';
import { openTestApi } from '../support/api.ts';
import { verifyChains } from '../support/chains.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { readStoredDocument } from '../support/literals.ts';

const COUNT = 150;

it('a batch stores the document of each issued invoice even if some invoices failed or were completed after preparation', async () => {
  await using api = await openTestApi();
  const organization = await api.createOrganization();
  const original = await issueBatch(api, organization, 1, 'TAKEN');
  const rectifying = (id: number) => ({ invoice_type: 'R1', rectified_invoice_id: id }) as const;
  const changes = new Map<number, ReturnType<typeof rectifying> | object>([
    [10, { number_serie: 'TAKEN-1' }],
    [70, rectifying(original * 1000)],
    [71, rectifying(999_000)],
    [100, { issuer_nif: '' }],
  ]);
  const batchId = await issueBatch(api, organization, COUNT, 'MIX', (index) => changes.get(index) ?? {});
  const { rows } = await api.database.pool.query<{ id: number; number: string }>(
    'select id::float8 as id, invoice_number as number from issued_invoices where id / 1000 = $1 order by id',
    [batchId],
  );
  expect(rows).toHaveLength(COUNT - 3);
  for (const { id, number } of rows) {
    expect(number).toBe(`MIX-${(id % 1000) + 1}`);
    expect(JSON.parse(await readStoredDocument(api.database.pool, id))).toMatchObject({ number });
  }
  expect([...(await verifyChains(api.database.pool)).values()]).toEqual([1 + COUNT - 3]);
});

it('documents are compressed during preparation, and their texts are released before the chains are locked', async () => {
  await using api = await openTestApi();
  const organization = await api.createOrganization();
  const batchId = await postBatch(api, organization, COUNT, 'PREPARED');
  const batch = (await readBatch(api.workers.pool, batchId))!;
  const { blocks, invoices } = await prepareBatch(
    batchId,
    batch,
    '2026-11-20',
    [],
    { ...batch, ...NO_DELIVERIES },
    async () => new Map(),
  );
  expect(blocks.map(({ part }) => part)).toEqual([0, 1, 2]);
  expect(invoices.size).toBe(COUNT);
  expect([...invoices.values()].filter((invoice) => 'text' in invoice && invoice.text !== null)).toEqual([]);
});
