import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedBatch } from '../../src/issue/issue-batch.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { verifyChains } from '../support/chains.ts';
import { issuingContext, postBatch } from '../support/engine.ts';

const ISSUERS = ['B12345674', 'A12345674', '12345678Z', 'X1234567L', 'G12345674'];
const WORKERS = 8;

describe('issuing by many workers at once', () => {
  let api: TestApi;
  let organization: TestOrganization;
  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  /**
   * Processes the batches from both ends of the list, which makes workers lock issuers in opposite
   * orders.
   */
  async function workOff(batchIds: readonly number[]): Promise<Awaited<ReturnType<typeof processBatch>>[]> {
    const results: Awaited<ReturnType<typeof processBatch>>[] = [];
    const pending = [...batchIds];
    const work = async (fromTheEnd: boolean) => {
      for (;;) {
        const batchId = fromTheEnd ? pending.pop() : pending.shift();
        if (batchId === undefined) return;
        results.push(await processBatch(issuingContext(api), batchId));
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, (_, index) => work(index % 2 === 0)));
    return results;
  }

  it('builds one linear, gap-free chain per issuer without a deadlock', async () => {
    const batchIds: number[] = [];
    for (let batch = 0; batch < 32; batch += 1) {
      const issuers = batch % 2 === 0 ? ISSUERS : ISSUERS.toReversed();
      batchIds.push(
        await postBatch(api, organization, 20, `W${batch}`, (index) => ({
          issuer_nif: issuers[index % issuers.length]!,
        })),
      );
    }
    const results = await workOff(batchIds);
    expect(results).toHaveLength(32);
    for (const result of results) expect(result).toMatchObject({ issued: 20, failed: 0 });
    expect([...(await verifyChains(api.database.pool)).values()]).toEqual(
      ISSUERS.map(() => (32 * 20) / ISSUERS.length),
    );
  });

  it('issues each invoice once when all workers take the same batch', async () => {
    const batchId = await postBatch(api, organization, 50, 'SAME');
    const results = await workOff(Array<number>(WORKERS).fill(batchId));
    expect(results.filter(({ kind }) => kind === 'issued')).toMatchObject([{ issued: 50, failed: 0 }]);
    const { rows } = await api.database.pool.query(
      `select count(*)::int as issued from issued_invoices where id / 1000 = $1`,
      [batchId],
    );
    expect(rows[0]).toEqual({ issued: 50 });
    await verifyChains(api.database.pool);
  });

  it('gives each number to only one of the batches that compete for it', async () => {
    const batchIds = [];
    for (let batch = 0; batch < WORKERS; batch += 1)
      batchIds.push(await postBatch(api, organization, 10, 'RACE'));
    const results = await workOff(batchIds);
    expect(results.map((result) => (result as IssuedBatch).issued).toSorted((a, b) => b - a)).toEqual([
      10, 0, 0, 0, 0, 0, 0, 0,
    ]);
    await verifyChains(api.database.pool);
  });
});
