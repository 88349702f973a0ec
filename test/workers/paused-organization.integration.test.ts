import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRenderBackoff } from '../../src/render/render-backoff.ts';
import { createRenderPaces } from '../../src/render/render-paces.ts';
import { testLogger } from '../support/test-logger.ts';
import { buildRenderLongPdf, buildRenderPdfs, buildRenderSlowPdf } from '../../workers/render-pdfs.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { listDueJobs } from '../support/due-jobs.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { createMetrics } from '../support/metrics.ts';
import { storePdf } from '../support/pdfs.ts';
import { KEPT_INSIDE } from '../support/kept-inside.ts';
import { UNTRACED } from '../support/untraced.ts';

/*
 * For a paused organization, workers do only what a client requests. Everything else waits until
 * the organization is resumed.
 */

let api: TestApi;
let organization: TestOrganization;
let issued: number;
let waiting: number;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
  issued = await issueBatch(api, organization, 2, 'I');
  waiting = await postBatch(api, organization, 1, 'W');
  await storePdf(api, issued * 1000);
});
afterAll(() => api[Symbol.asyncDispose]());

const setPaused = (value: string) =>
  api.database.pool.query(`update organizations set paused_at = ${value} where id = $1`, [organization.id]);

const listDue = async () => (await listDueJobs(api)).map(({ name }) => name).toSorted();

it('the reconciler enqueues no batches and PDFs of a paused organization, but its records', async () => {
  expect(await listDue()).toEqual(['process-batch', 'remit-records', 'render-pdfs']);
  await setPaused('now()');
  expect(await listDue()).toEqual(['remit-records']);
  await setPaused('null');
  expect(await listDue()).toEqual(['process-batch', 'remit-records', 'render-pdfs']);
  expect(waiting).toBeGreaterThan(issued);
});

it('jobs enqueued before the pause render only requested PDFs', async () => {
  const asked: number[] = [];
  const context = {
    ...UNTRACED,
    ...KEPT_INSIDE,
    pool: api.workers.pool,
    logger: testLogger,
    metrics: createMetrics(),
    now: () => api.clock.now,
    handOver: async () => {},
    slow: new Set<number>(),
    // Records how many invoices would be rendered.
    renderer: {
      async *renderBatches(invoices: readonly unknown[]) {
        asked.push(invoices.length);
        yield [];
      },
    },
  };
  const of = { organizationId: organization.id, batchId: issued };
  const chunk = buildRenderPdfs({ ...context, paces: createRenderPaces() });
  await setPaused('now()');
  expect(await chunk({ ...of, from: 0, to: 1 })).toEqual({ paused: true });
  expect(await buildRenderLongPdf(context)({ ...of, position: 1 })).toEqual({ paused: true });
  expect(
    await buildRenderSlowPdf({ ...context, backoff: createRenderBackoff() })({ ...of, position: 1 }),
  ).toEqual({
    paused: true,
  });
  expect(asked).toEqual([]);
  await chunk({ ...of, from: 1, to: 1, isAsked: true });
  expect(asked).toEqual([1]);
  await setPaused('null');
});
