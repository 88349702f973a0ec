import { eventually } from '../support/eventually.ts';
import { openAeatSandbox } from '../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processBatch } from '../../src/issue/process-batch.ts';
import { reconcile } from '../../workers/reconcile.ts';
import { remitRecords } from '#src/remit/remit-records.ts';
import type { NewJob } from '../../src/platform/jobs/job-queues.ts';
import { createMetrics } from '../support/metrics.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch, issuingContext, postBatch, remittingContext } from '../support/engine.ts';
import { storeRenderBatch } from '../support/pdfs.ts';

const SECOND = 1000;
const LONG_LINES = Array.from({ length: 40 }, () => ({
  concept: 'c'.repeat(1000),
  units: 1,
  unit_price: 1,
  tax_rate: 21,
}));

describe('the reconciler', () => {
  let api: TestApi;
  let organization: TestOrganization;
  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  /** Runs one round at the given time after the API's clock. */
  async function look(later: number, place = { batch: 0, rendering: 0, endpoint: 0 }): Promise<NewJob[]> {
    const sent: NewJob[] = [];
    await reconcile({
      pool: api.workers.pool,
      jobQueues: {
        repeat: async (jobs) => {
          sent.push(...jobs);
          return [...jobs];
        },
      },
      metrics: createMetrics(),
      now: () => new Date(api.clock.now.getTime() + later),
      environment: { SPFE_TRANSPORT: 'none' },
      place,
    });
    return sent;
  }
  const about = (jobs: readonly NewJob[], id: number) =>
    jobs.flatMap((job) => ('batchId' in job.payload && job.payload.batchId === id ? [job] : []));
  /** Stores a render batch of the issued invoices that match a condition and have no PDF. */
  async function storePdfs(condition: string): Promise<void> {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `select x.id::float8 as id from issued_invoices x
       where ${condition} and not exists (select from pdfs p where p.issued_invoice_id = x.id) order by x.id`,
    );
    const batches = Map.groupBy(rows, ({ id }) => Math.floor(id / 1000));
    for (const invoices of batches.values())
      await storeRenderBatch(
        api,
        invoices.map(({ id }) => id),
      );
  }
  const readRenderedAt = async (batchId: number) => {
    const { rows } = await api.database.pool.query<{ rendered_at: string | null }>(
      'select rendered_at from batches where id = $1',
      [batchId],
    );
    return rows[0]!.rendered_at;
  };

  it('ignores a batch whose first job may still be waiting or running', async () => {
    const batchId = await postBatch(api, organization, 1, 'YOUNG');
    expect(about(await look(1 * SECOND), batchId)).toEqual([]);
  });

  it('enqueues long invoices one by one, however old they are', async () => {
    const batchId = await issueBatch(api, organization, 40, 'LONG', (index) =>
      index >= 15 ? { lines: LONG_LINES } : {},
    );
    const short = { organizationId: organization.id, batchId, from: 0, to: 24 };
    const long = (position: number) => ({
      name: 'render-long-pdf',
      payload: { organizationId: organization.id, batchId, position },
      work: expect.any(Number) as number,
    });
    const first = Array.from({ length: 16 }, (_, index) => long(15 + index));
    expect(about(await look(3 * SECOND), batchId)).toEqual([
      { name: 'render-pdfs', payload: short, work: 25 },
      ...first,
    ]);
    await storePdfs(`x.id / 1000 = ${batchId} and x.id % 1000 < 31`);
    expect(about(await look(25 * 3600 * SECOND), batchId)).toEqual(
      Array.from({ length: 9 }, (_, index) => long(31 + index)),
    );
    expect(await readRenderedAt(batchId)).toBe(null);
    await storePdfs(`x.id / 1000 = ${batchId} and x.id % 1000 > 30`);
    expect(about(await look(3 * SECOND), batchId)).toEqual([]);
    expect(await readRenderedAt(batchId)).not.toBe(null);
  });

  it('enqueues an unprocessed batch', async () => {
    const batchId = await postBatch(api, organization, 4, 'LOST');
    const job = {
      name: 'process-batch',
      payload: { organizationId: organization.id, batchId, invoices: 4, work: 4 },
      work: 4,
    };
    expect(about(await look(3 * SECOND), batchId)).toEqual([job]);
    // The same applies a day later.
    expect(about(await look(25 * 3600 * SECOND), batchId)).toEqual([job]);
  });

  it('enqueues a batch of long invoices with the same job as the API', async () => {
    // Bodies of four invoices of 40 kB, which are stored together by one statement if they arrive
    // together.
    const posted = await Promise.all(
      ['A', 'B', 'C', 'D'].map((series) =>
        postBatch(api, organization, 4, `LONG-${series}`, () => ({ lines: LONG_LINES })),
      ),
    );
    const due = await look(3 * SECOND);
    for (const batchId of posted) {
      // The API collects the jobs of batches that arrive together for a moment.
      const [first] = await eventually(() => {
        const jobs = about(api.jobs, batchId);
        return jobs.length > 0 && jobs;
      });
      expect(first).toMatchObject({ payload: { invoices: 4, work: 9 }, work: 9 });
      expect(about(due, batchId)).toEqual([first]);
    }
  });

  it('enqueues a batch whose worker died while processing it', async () => {
    const batchId = await postBatch(api, organization, 1, 'DIED');
    await api.database.pool.query(`update batches set status = 'processing' where id = $1`, [batchId]);
    expect(about(await look(3 * SECOND), batchId)).toHaveLength(1);
  });

  it('enqueues exactly the parts of a processed batch that lack PDFs', async () => {
    const batchId = await issueBatch(api, organization, 60, 'PARTS');
    await storePdfs(`x.id / 1000 = ${batchId} and x.id % 1000 between 0 and 24`);
    const parts = about(await look(3 * SECOND), batchId).map(({ payload }) => payload);
    expect(parts).toEqual([
      { organizationId: organization.id, batchId, from: 25, to: 49 },
      { organizationId: organization.id, batchId, from: 50, to: 59 },
    ]);
  });

  it('marks a batch as rendered whose worker died before it could mark it', async () => {
    const batchId = await issueBatch(api, organization, 2, 'NOTE');
    await storePdfs(`x.id / 1000 = ${batchId} and x.id % 1000 >= 0`);
    expect(await readRenderedAt(batchId)).toBeNull();
    expect(about(await look(3 * SECOND), batchId)).toEqual([]);
    expect(await readRenderedAt(batchId)).not.toBeNull();
  });

  it('enqueues nothing if everything is finished', async () => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      'select id from batches where processed_at is null',
    );
    for (const { id } of rows) await processBatch(issuingContext(api), Number(id));
    await storePdfs('true');
    const [chain] = (await api.database.pool.query<{ id: string }>('select id from chains')).rows;
    await using sandbox = await openAeatSandbox({ port: 0 });
    await remitRecords(remittingContext(api, sandbox.url), Number(chain!.id));
    await look(10 * SECOND);
    expect(await look(10 * SECOND)).toEqual([]);
  });

  it("enqueues a chain with pending records if AEAT's wait is over and no worker is sending", async () => {
    const jobs = async (later: number) =>
      (await look(later)).filter(({ name }) => name === 'remit-records').map(({ payload }) => payload);
    const chains = (await api.database.pool.query<{ id: string }>('select id from chains')).rows;
    await issueBatch(api, organization, 3, 'REMIT');
    const payload = {
      organizationId: organization.id,
      chainId: Number(chains[0]!.id),
      records: 3,
      isFull: false,
    };
    expect(await jobs(0)).toEqual([]);
    expect(await jobs(61 * SECOND)).toEqual([payload]);
    const set = (change: string) => api.database.pool.query(`update remissions set ${change}`);
    await set(`sending_until = now() + interval '1 hour'`);
    expect(await jobs(61 * SECOND)).toEqual([]);
    await set(`sending_until = null, halted_at = now(), halted_reason = 'x'`);
    expect(await jobs(61 * SECOND)).toEqual([]);
    await set(`halted_at = null, halted_reason = null`);
    expect(await jobs(61 * SECOND)).toEqual([payload]);
  });

  it('reaches every due batch, however many stuck batches come before it, and then starts again', async () => {
    const other = await api.createOrganization('Atascada SL');
    await api.database.pool.query(
      `insert into batches (organization_id, ordinal, status, invoices_count, received_at)
       select $1, n, 'received', 1, now() - interval '1 minute' from generate_series(1, 600) n`,
      [other.id],
    );
    await api.database.pool.query(
      `insert into batches (organization_id, ordinal, status, invoices_count, received_at, processed_at)
       select $1, n, 'processed', 1, now() - interval '1 minute', now() - interval '1 minute'
       from generate_series(601, 680) n`,
      [other.id],
    );
    const { rows } = await api.database.pool.query<{ newest: number }>(
      `select max(id)::float8 as newest from batches where organization_id = $1 and processed_at is null`,
      [other.id],
    );
    const place = { batch: 0, rendering: 0, endpoint: 0 };
    expect(about(await look(10 * SECOND, place), rows[0]!.newest)).toEqual([]);
    expect(place.batch).toBeGreaterThan(0);
    expect(place.rendering).toBeGreaterThan(0);
    expect(about(await look(10 * SECOND, place), rows[0]!.newest)).toHaveLength(1);
    expect(place).toEqual({ batch: 0, rendering: 0, endpoint: 0 });
  });
});
