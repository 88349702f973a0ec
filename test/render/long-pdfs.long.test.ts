import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderPaces } from '../../src/render/render-paces.ts';
import { createRenderBackoff } from '../../src/render/render-backoff.ts';
import { LONG_RENDER_LIMIT_MS } from '../../src/render/browser-pools.ts';
import { buildLongRenderingJob } from '../../src/render/rendering-jobs.ts';
import { renderLongPdf } from '../../src/render/render-long-pdf.ts';
import { renderPdfs } from '../../src/render/render-pdfs.ts';
import { renderSlowPdf } from '../../src/render/render-slow-pdf.ts';
import type { NewJob } from '../../src/platform/jobs/job-queues.ts';
import { testLogger } from '../support/test-logger.ts';
import { createMetrics } from '../support/metrics.ts';
import { buildRenderLongPdf, buildRenderPdfs, buildRenderSlowPdf } from '../../workers/render-pdfs.ts';
import { buildProfile } from './support/build-invoice.ts';
import { openTestRenderer, type TestRenderer } from './support/open-test-renderer.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { LONG } from '../support/long.ts';
import { openTestQueues } from '../support/worker.ts';
import { KEPT_INSIDE } from '../support/kept-inside.ts';
import { UNTRACED } from '../support/untraced.ts';

const buildLines = (count: number, concept: string) =>
  Array.from({ length: count }, () => ({ concept, units: 1, unit_price: 1, tax_rate: 21 }));
/** 200,000 characters, the most that the API accepts. */
const LONGEST = buildLines(200, 'Wm'.repeat(500));
/**
 * A text in which every third character has another font: it takes many times as long as others of
 * its length.
 */
const SLOW_TEXT = '🇪🇸a'.repeat(333);

/**
 * Vowel signs, without letters, of a script that no font here has. The weight does not predict
 * their cost.
 */
const UNFORESEEN_TEXT = '\u1a61'.repeat(1000);

let api: TestApi;
let quick: TestRenderer;
let long: TestRenderer;
beforeAll(async () => {
  [api, quick] = await Promise.all([openTestApi(), openTestRenderer({ renderTimeLimitMs: 2500 })]);
  long = await openTestRenderer({ renderTimeLimitMs: 2500, idleLimitMs: 60_000 });
});
afterAll(async () => {
  await Promise.all([quick, long].map((renderer) => renderer[Symbol.asyncDispose]()));
  await api[Symbol.asyncDispose]();
});

async function listStored(batchId: number): Promise<number[]> {
  const { rows } = await api.database.pool.query<{ position: number }>(
    'select (issued_invoice_id % 1000)::int as position from pdfs where issued_invoice_id / 1000 = $1 order by 1',
    [batchId],
  );
  return rows.map(({ position }) => position);
}

const countTimeouts = ({ events }: TestRenderer) =>
  events.filter((event) => event.type === 'browser_ended' && event.reason === 'timed_out').length;

describe('an invoice that is slow to render', () => {
  it('is passed to slower queues because of its weight or after a timeout, and finally to the render backoff', async () => {
    const organization = await api.createOrganization();
    await api.database.pool.query(
      `insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, 'A12345674', $2)`,
      [organization.id, buildProfile({ website: 'w '.repeat(4_000_000) })],
    );
    const batchId = await issueBatch(api, organization, 5, 'PARK', (index) => ({
      issuer_nif: index === 1 ? 'A12345674' : 'B12345674',
      ...(index === 2 && { lines: LONGEST }),
      // Few bytes, but slow to render.
      ...(index === 4 && { lines: buildLines(2, SLOW_TEXT) }),
    }));
    let now = api.clock.now;
    const handed: NewJob[] = [];
    const slow = new Set<number>();
    const pool = api.database.pool;
    const handOver = async (jobs: readonly NewJob[]) => void handed.push(...jobs);
    const context = {
      ...UNTRACED,
      ...KEPT_INSIDE,
      pool,
      slow,
      paces: createRenderPaces(),
      handOver,
      logger: testLogger,
      now: () => now,
    };
    const job = { organizationId: organization.id, batchId, from: 0, to: 15 };
    const handedJob = (position: number, name = 'render-long-pdf') => ({
      name,
      payload: { organizationId: organization.id, batchId, position },
    });
    expect(await renderPdfs({ ...context, renderer: quick }, job)).toBe(0);
    expect(handed.splice(0)).toMatchObject([
      handedJob(2),
      handedJob(4),
      handedJob(0),
      handedJob(1),
      handedJob(3),
    ]);
    // The timeout of the common render batch. Separate jobs find the invoice that causes it.
    expect(countTimeouts(quick)).toBe(1);

    // The worker remembers the slow pace of the organization, so that nothing times out twice.
    expect(await renderPdfs({ ...context, renderer: quick }, job)).toBe(0);
    expect(new Set(handed.splice(0).map(({ payload }) => payload))).toEqual(
      new Set([2, 4, 0, 1, 3].map((position) => handedJob(position).payload)),
    );
    expect(countTimeouts(quick)).toBe(1);

    // An invoice that times out alone is passed to the slow queue and is not tried again in the
    // long queue.
    const longSlow = new Set<number>();
    const renderLong = (position: number) =>
      renderLongPdf({ ...context, slow: longSlow, renderer: long }, { ...job, position });
    for (const position of [0, 3, 4])
      expect(await renderLong(position)).toEqual({ kind: 'rendered', invoices: 1 });
    expect(await listStored(batchId)).toEqual([0, 3, 4]);
    expect(await renderLong(1)).toEqual({ kind: 'handed_over' });
    expect(await renderLong(1)).toEqual({ kind: 'handed_over' });
    expect(handed).toMatchObject([handedJob(1, 'render-slow-pdf'), handedJob(1, 'render-slow-pdf')]);
    expect(countTimeouts(long)).toBe(1);

    // An invoice that times out even there enters a growing backoff.
    const backoff = createRenderBackoff();
    const renderSlow = (position: number) =>
      renderSlowPdf({ ...context, renderer: long, backoff }, { ...job, position });
    expect(await renderSlow(1)).toEqual({ kind: 'backed_off', until: new Date(now.getTime() + 60_000) });
    expect(backoff.size).toBe(1);
    expect(await renderSlow(1)).toEqual({ kind: 'backed_off', until: new Date(now.getTime() + 60_000) });
    expect(countTimeouts(long)).toBe(2);
    // An order of an operator retries it before the backoff is over.
    now = new Date(now.getTime() + 30_000);
    const ordered = { ...job, position: 1, isOrdered: true };
    expect(await renderSlowPdf({ ...context, renderer: long, backoff }, ordered)).toEqual({
      kind: 'backed_off',
      until: new Date(now.getTime() + 240_000),
    });
    expect(countTimeouts(long)).toBe(3);
  }, 60_000);

  it('causes only one timeout of the quick browser per worker if its weight did not predict it', async () => {
    const organization = await api.createOrganization();
    const batchId = await issueBatch(api, organization, 16, 'LEARN', () => ({
      lines: buildLines(9, UNFORESEEN_TEXT),
    }));
    const [slow, paces, handed] = [new Set<number>(), createRenderPaces(), new Array<NewJob>()];
    const handOver = async (jobs: readonly NewJob[]) => void handed.push(...jobs);
    const context = {
      ...UNTRACED,
      ...KEPT_INSIDE,
      pool: api.database.pool,
      slow,
      paces,
      handOver,
      logger: testLogger,
      now: () => api.clock.now,
    };
    const job = { organizationId: organization.id, batchId, from: 0, to: 15 };
    const before = countTimeouts(quick);
    expect(await renderPdfs({ ...context, renderer: quick }, job)).toBe(0);
    expect(countTimeouts(quick) - before).toBe(1);
    expect(new Set(handed.map(({ payload }) => (payload as { position: number }).position)).size).toBe(16);
    // Later batches of the organization, which this worker has not seen yet, cause no timeout
    // either.
    const next = await issueBatch(api, organization, 2, 'LEARNT', () => ({
      lines: buildLines(9, UNFORESEEN_TEXT),
    }));
    expect(await renderPdfs({ ...context, renderer: quick }, { ...job, batchId: next })).toBe(0);
    expect(countTimeouts(quick) - before).toBe(1);
  }, 60_000);

  it('does not delay another organization, which gets its PDFs, including a long one, before the first has all of its own', async () => {
    const [hostile, honest] = [await api.createOrganization(), await api.createOrganization()];
    const count = LONG ? 10 : 3;
    const floods = [
      await issueBatch(api, hostile, count, 'H', () => ({ lines: LONGEST })),
      await issueBatch(api, hostile, count, 'I', () => ({ lines: LONGEST })),
    ];
    await using queues = await openTestQueues();
    await using patient = await openTestRenderer({ renderTimeLimitMs: 120_000, idleLimitMs: 60_000 });
    const pool = api.database.pool;
    const metrics = createMetrics();
    const context = {
      ...UNTRACED,
      ...KEPT_INSIDE,
      pool,
      slow: new Set<number>(),
      paces: createRenderPaces(),
      logger: testLogger,
      metrics,
      now: () => api.clock.now,
    };
    const order: number[] = [];
    const handOver = (jobs: readonly NewJob[]) => queues.jobQueues.send(jobs);
    const renderShort = buildRenderPdfs({ ...context, renderer: quick, handOver });
    const renderLong = buildRenderLongPdf({ ...context, renderer: patient, handOver });
    for (const queue of ['pdfs', 'small-pdfs'] as const) {
      queues.work(queue, { 'render-pdfs': renderShort }, 2);
    }
    queues.work(
      'long-pdfs',
      {
        'render-long-pdf': async (job) => {
          order.push(job.organizationId);
          return renderLong(job);
        },
      },
      1,
    );
    const enqueueAll = (organizationId: number, batchId: number, invoices: number): NewJob => ({
      name: 'render-pdfs',
      payload: { organizationId, batchId, from: 0, to: invoices - 1 },
      work: invoices,
    });
    await queues.jobQueues.send(floods.map((batchId) => enqueueAll(hostile.id, batchId, count)));
    await eventually(() => order.length > 0);
    const batchId = await issueBatch(api, honest, 3, 'HONEST', (index) =>
      index === 2 ? { lines: LONGEST.slice(0, 40) } : {},
    );
    await queues.jobQueues.send([enqueueAll(honest.id, batchId, 3)]);
    await eventually(async () => (await listStored(batchId)).length === 3, { within: 60_000 });
    const printed = [...(await listStored(floods[0]!)), ...(await listStored(floods[1]!))].length;
    expect(printed).toBeLessThan(2 * count);
    // The other organization does not wait for all invoices of the first.
    expect(order.indexOf(honest.id)).toBeLessThan(2 * count);
  }, 120_000);

  it('does not occupy the browser for long invoices when its weight or a timeout shows that it is slow', async () => {
    const [hostile, honest] = [await api.createOrganization(), await api.createOrganization()];
    await using queues = await openTestQueues();
    await using soon = await openTestRenderer({
      renderTimeLimitMs: LONG_RENDER_LIMIT_MS,
      idleLimitMs: 60_000,
    });
    await using slowly = await openTestRenderer({
      renderTimeLimitMs: 120_000,
      idleLimitMs: 60_000,
      niceness: 15,
    });
    const pool = api.database.pool;
    const handOver = (jobs: readonly NewJob[]) => queues.jobQueues.send(jobs);
    const context = {
      ...UNTRACED,
      ...KEPT_INSIDE,
      pool,
      logger: testLogger,
      metrics: createMetrics(),
      handOver,
      now: () => api.clock.now,
    };
    const order: number[] = [];
    const renderLong = buildRenderLongPdf({ ...context, slow: new Set(), renderer: soon });
    queues.work('long-pdfs', { 'render-long-pdf': renderLong }, 1);
    const renderSlow = buildRenderSlowPdf({ ...context, renderer: slowly, backoff: createRenderBackoff() });
    queues.work(
      'slow-pdfs',
      {
        'render-slow-pdf': async (job) => {
          order.push(job.organizationId);
          return renderSlow(job);
        },
      },
      1,
    );
    const send = async (organizationId: number, batchId: number, invoices: number) => {
      const positions = Array.from({ length: invoices }, (_, position) => position);
      const batch = { organizationId, batchId };
      await queues.jobQueues.send(positions.map((position) => buildLongRenderingJob(batch, position)));
    };
    const count = LONG ? 4 : 3;
    const flood = await issueBatch(api, hostile, count, 'SLOW', () => ({ lines: buildLines(40, SLOW_TEXT) }));
    await send(hostile.id, flood, count);
    await eventually(() => order.length > 0, { within: 30_000 });
    const mixed = await issueBatch(api, honest, 2, 'HONEST', (index) => ({
      lines: index === 0 ? LONGEST.slice(0, 40) : buildLines(24, SLOW_TEXT),
    }));
    await send(honest.id, mixed, 2);
    await eventually(async () => (await listStored(mixed)).length > 0, { within: 30_000 });
    expect(await listStored(mixed)).toContain(0);
    expect((await listStored(flood)).length).toBeLessThan(count);
    expect(countTimeouts(soon)).toBe(0);
    // In the end all are rendered. The slow invoice of the other organization does not wait for all
    // of the first.
    await eventually(async () => (await listStored(mixed)).length === 2, { within: 120_000 });
    expect(order.indexOf(honest.id)).toBeLessThan(count);
  }, 240_000);
});
