import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PdfRenderer } from '../../src/render/renderer.ts';
import { dayOf } from '../../src/render/store/render-store.ts';
import {
  moveRenderBatchesIn,
  moveRenderBatchesOut,
  sweepOrphans,
} from '../../src/render/store/move-render-batches.ts';
import { Snooze } from '../../workers/job-outcomes.ts';
import { buildRenderPdfs, createOutage } from '../../workers/render-pdfs.ts';
import { openSharedRenderer } from './support/open-test-renderer.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { printingContext } from '../support/printing.ts';
import { openS3StandIn, type S3StandIn } from '../support/s3.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';

/* Render batches in an object store. */

const DAY_MS = 24 * 3600 * 1000;

let s3: S3StandIn;
let queues: TestQueues;
let api: TestApi;
let organization: TestOrganization;
let renderer: PdfRenderer;
let render: ReturnType<typeof buildRenderPdfs>;
beforeAll(async () => {
  [s3, queues] = await Promise.all([openS3StandIn(), openTestQueues()]);
  api = await openTestApi({}, { outside: s3.store, enqueueJobs: (jobs) => queues.jobQueues.send(jobs) });
  organization = await api.createOrganization();
  renderer = await openSharedRenderer();
  render = buildRenderPdfs({
    ...printingContext(api),
    store: s3.store,
    outside: s3.store,
    outage: createOutage(),
    renderer,
  });
  for (const queue of ['pdfs', 'small-pdfs'] as const) queues.work(queue, { 'render-pdfs': render }, 1);
});
afterAll(async () => {
  for (const opened of [queues, api, s3]) await opened[Symbol.asyncDispose]();
});

const jobOf = (batchId: number, count: number) => ({
  organizationId: organization.id,
  batchId,
  from: 0,
  to: count - 1,
});
async function print(count: number, series: string): Promise<number> {
  const batchId = await issueBatch(api, organization, count, series);
  expect(await render(jobOf(batchId, count))).toEqual({ rendered: count });
  return batchId;
}
const download = (id: number) => api.get(organization.token, `/batch_invoices/${id}/pdf`);
type Print = { id: string; sha256: Buffer; content: Buffer | null; storedOn: string | null; lost: boolean };
async function listRenderBatches(batchId: number): Promise<Print[]> {
  const { rows } = await api.database.pool.query<Print>(
    `select distinct q.id, q.sha256, q.content, q.stored_on::text as "storedOn", q.lost_at is not null as lost
     from pdfs p join render_batches q on q.id = p.render_batch_id where p.issued_invoice_id / 1000 = $1 order by q.id`,
    [batchId],
  );
  return rows;
}
const placeOf = ({ storedOn, sha256 }: Print) => ({ storedOn: storedOn!, sha256 });
const context = () => ({ pool: api.workers.pool, outside: s3.store, now: () => api.clock.now });

it('render batches are stored only in the object store, and a PDF and an archive have the same bytes from either place', async () => {
  const batchId = await print(30, 'OUT');
  const prints = await listRenderBatches(batchId);
  expect(prints.map(({ content }) => content)).toEqual(prints.map(() => null));
  for (const one of prints) {
    const content = await s3.store.get(placeOf(one));
    expect(hash('sha256', content!, 'buffer')).toEqual(one.sha256);
  }
  const archive = () => api.get(organization.token, `/invoice_batches/${batchId}/pdfs`);
  const before = [await download(batchId * 1000 + 7), await archive()];
  expect(before.map(({ statusCode }) => statusCode)).toEqual([200, 200]);

  expect(await moveRenderBatchesIn(context(), 0)).toMatchObject({ moved: prints.length });
  const inside = await listRenderBatches(batchId);
  expect(inside.map(({ content, storedOn }) => [content !== null, storedOn])).toEqual(
    prints.map(() => [true, null]),
  );
  // The copies in the object store are removed.
  for (const one of prints) expect(await s3.store.get(placeOf(one))).toBeNull();
  const meanwhile = [await download(batchId * 1000 + 7), await archive()];

  expect(await moveRenderBatchesOut(context(), 0)).toMatchObject({ moved: prints.length });
  expect(await moveRenderBatchesOut(context(), 0)).toEqual({ moved: 0, last: null });
  const after = [await download(batchId * 1000 + 7), await archive()];
  for (const [index, answer] of before.entries()) {
    expect(meanwhile[index]!.rawPayload).toEqual(answer.rawPayload);
    expect(after[index]!.rawPayload).toEqual(answer.rawPayload);
  }
  expect(after[0]!.headers['etag']).toBe(before[0]!.headers['etag']);
});

it.each(['missing', 'damaged'])(
  'a render batch that is %s in the object store is rendered again during the download, and logged',
  async (how) => {
    const batchId = await print(3, how.toUpperCase());
    const [lost] = await listRenderBatches(batchId);
    if (how === 'missing') await s3.store.remove(placeOf(lost!));
    else await s3.store.put(placeOf(lost!), Buffer.from('other bytes'));
    const answer = await download(batchId * 1000 + 1);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const prints = await listRenderBatches(batchId);
    expect(prints).toMatchObject([
      { id: lost!.id, lost: true },
      { content: null, lost: false },
    ]);
    // The other PDFs of the render batch are rendered again when a client asks for them.
    expect((await download(batchId * 1000 + 2)).statusCode).toBe(200);
    expect(api.log.join('')).toContain('it is rendered again');
  },
);

it('an unavailable object store delays PDFs and nothing else', async () => {
  const printed = await print(1, 'BEFORE');
  const batchId = await issueBatch(api, organization, 2, 'AWAY');
  await s3.stop();
  expect(await render(jobOf(batchId, 2))).toBeInstanceOf(Snooze);
  // Nothing is rendered until the pause after the outage is over.
  const renderBatches = vi.spyOn(renderer, 'renderBatches');
  expect(await render(jobOf(batchId, 2))).toBeInstanceOf(Snooze);
  expect(renderBatches).not.toHaveBeenCalled();
  renderBatches.mockRestore();
  const refused = await download(printed * 1000);
  expect(refused.statusCode).toBe(503);
  expect(refused.headers).toMatchObject({ 'retry-after': '5' });
  expect(await issueBatch(api, organization, 1, 'MEANWHILE')).toBeGreaterThan(batchId);
  expect(await listRenderBatches(batchId)).toEqual([]);
  await s3.start();
  expect((await download(printed * 1000)).statusCode).toBe(200);
  await expect
    .poll(() => render(jobOf(batchId, 2)), { timeout: 15_000, interval: 500 })
    .toEqual({ rendered: 2 });
});

it('the sweep removes orphans that are two days old, but no object that a row refers to', async () => {
  const batchId = await print(2, 'KEPT');
  const [kept] = await listRenderBatches(batchId);
  const content = Buffer.from('of a worker that died');
  const place = (days: number) => ({
    storedOn: dayOf(new Date(api.clock.now.getTime() - days * DAY_MS)),
    sha256: hash('sha256', content, 'buffer'),
  });
  for (const days of [1, 2, 5]) await s3.store.put(place(days), content);
  expect(await sweepOrphans(api.workers.pool, s3.store, api.clock.now)).toBe(2);
  expect(await s3.store.get(place(1))).toEqual(content);
  expect(await s3.store.get(place(2))).toBeNull();
  const inThreeDays = new Date(api.clock.now.getTime() + 3 * DAY_MS);
  expect(await sweepOrphans(api.workers.pool, s3.store, inThreeDays)).toBe(1);
  expect(await s3.store.get(placeOf(kept!))).not.toBeNull();
});

it('PostgreSQL accepts a render batch back only with its hash, and only its place can change', async () => {
  const batchId = await print(1, 'GUARDED');
  const [outside] = await listRenderBatches(batchId);
  const call = (pool: TestApi['workers']['pool'], sql: string, values: unknown[]) => pool.query(sql, values);
  const moved = await call(api.workers.pool, 'select move_render_batch_in($1, $2) as moved', [
    outside!.id,
    Buffer.from('x'),
  ]);
  expect(moved.rows).toEqual([{ moved: null }]);
  await expect(
    call(api.workers.pool, 'update render_batches set lost_at = now() where id = $1', [outside!.id]),
  ).rejects.toThrow('permission denied');
  await expect(call(api.ingress.pool, 'select report_lost_render_batch($1)', [outside!.id])).rejects.toThrow(
    'permission denied',
  );
  await expect(
    call(api.database.pool, `update render_batches set sha256 = '\\x00' where id = $1`, [outside!.id]),
  ).rejects.toThrow('only the place of the bytes can change');
});
