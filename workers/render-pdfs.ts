import type { RenderLongPdfJob, RenderPdfsJob } from '../src/contracts/jobs.ts';
import { findWhyNotRendered } from '../src/organizations/pdfs-on-demand.ts';
import { BrowserStartError } from '../src/render/printer.ts';
import { type RenderStore, StoreAwayError } from '../src/render/store/render-store.ts';
import { reportLostRenderBatches } from '../src/render/store/report-lost-batches.ts';
import { renderLongPdf, type RenderLongPdfContext } from '../src/render/render-long-pdf.ts';
import { renderPdfs, type RenderPdfsContext } from '../src/render/render-pdfs.ts';
import { renderSlowPdf, type RenderSlowPdfContext } from '../src/render/render-slow-pdf.ts';
import type { RenderingMetrics } from '../src/render/rendering-metrics.ts';
import { followBatch, type Followed } from './follow-batch.ts';
import { Snooze } from './job-outcomes.ts';

type Untraced<C> = Omit<C, 'trace'> &
  Followed & {
    readonly metrics: RenderingMetrics;
    /** Store for render batches outside PostgreSQL; null if none is configured. */
    readonly outside: RenderStore | null;
    readonly outage: Outage;
  };

/** Pause of a job that found no Chromium or no render store. */
const REST_MS = 5000;
/**
 * Longest pause until a job checks again whether its invoice is still in backoff or queued as slow.
 * Another worker, or one that was restarted, does not know this state, and a snoozed job is not
 * enqueued again.
 */
const LOOK_AGAIN_MS = 5 * 60 * 1000;

/** Creates the processor that renders a part of a batch. */
export function buildRenderPdfs(context: Untraced<RenderPdfsContext>) {
  return async (job: RenderPdfsJob) => {
    const held = await findHeld(context, job);
    if (held !== null) return held;
    const started = performance.now();
    const rendered = await work(context, job, () =>
      followBatch(context, 'render-pdfs', job, (traced) => renderPdfs(traced, job)),
    );
    // The job is not at fault: another worker can run it, or this one later.
    if (rendered === null) return new Snooze(new Date(Date.now() + REST_MS), job);
    countRendered(context.metrics, rendered, started);
    return { rendered };
  };
}

/** Creates the processor that renders one long invoice. */
export function buildRenderLongPdf(context: Untraced<RenderLongPdfContext>) {
  return async (job: RenderLongPdfJob) => {
    const held = await findHeld(context, job);
    if (held !== null) return held;
    const started = performance.now();
    const outcome = await work(context, job, () =>
      followBatch(context, 'render-long-pdf', job, (traced) => renderLongPdf(traced, job)),
    );
    if (outcome === null) return new Snooze(new Date(Date.now() + REST_MS), job);
    if (outcome.kind === 'handed_over') return new Snooze(new Date(Date.now() + LOOK_AGAIN_MS), job);
    countRendered(context.metrics, outcome.invoices, started);
    return { rendered: outcome.invoices };
  };
}

/** Creates the processor that renders one slow invoice. */
export function buildRenderSlowPdf(context: Untraced<RenderSlowPdfContext>) {
  const { metrics, backoff } = context;
  return async (job: RenderLongPdfJob) => {
    const held = await findHeld(context, job);
    if (held !== null) return held;
    const started = performance.now();
    const outcome = await work(context, job, () =>
      followBatch(context, 'render-slow-pdf', job, (traced) => renderSlowPdf(traced, job)),
    );
    metrics.renderBackoff.set(backoff.size);
    if (outcome === null) return new Snooze(new Date(Date.now() + REST_MS), job);
    if (outcome.kind === 'backed_off') {
      const { isOrdered: _once, ...again } = job;
      return new Snooze(new Date(Math.min(outcome.until.getTime(), Date.now() + LOOK_AGAIN_MS)), again);
    }
    countRendered(metrics, outcome.invoices, started);
    return { rendered: outcome.invoices };
  };
}

/**
 * Returns why PDFs that nobody requested are not rendered, or null if they are. A paused
 * organization: the reconciler enqueues them again after it is resumed. Rendering on request: they
 * wait for a request.
 */
async function findHeld(
  { pool }: Pick<RenderPdfsContext, 'pool'>,
  { organizationId, batchId, isAsked = false }: Pick<RenderPdfsJob, 'organizationId' | 'batchId' | 'isAsked'>,
): Promise<object | null> {
  const why = isAsked ? null : await findWhyNotRendered(pool, organizationId, batchId);
  return why === null ? null : why === 'paused' ? { paused: true } : { onDemand: true };
}

/**
 * While the render store is unavailable, nothing is rendered for it. One job tries again whenever
 * the pause is over. `until` is in milliseconds since 1970.
 */
export type Outage = { until: number };

/** Returns the state without an outage. The rendering jobs of a worker process share it. */
export function createOutage(): Outage {
  return { until: 0 };
}

/**
 * Runs the rendering.
 * @returns null if the job cannot be run now and is not at fault.
 */
async function work<T>(
  {
    pool,
    outside,
    outage,
    logger,
  }: Pick<RenderPdfsContext, 'pool' | 'logger'> & Pick<Untraced<object>, 'outside' | 'outage'>,
  job: Pick<RenderPdfsJob, 'batchId' | 'isAsked'> &
    ({ readonly from: number; readonly to: number } | { readonly position: number }),
  render: () => Promise<T>,
): Promise<T | null> {
  if (outage.until > Date.now()) return null;
  const [from, to] = 'position' in job ? [job.position, job.position] : [job.from, job.to];
  try {
    if (job.isAsked) await reportLostRenderBatches({ pool, outside, logger }, job.batchId, from, to);
    return await render();
  } catch (error) {
    if (error instanceof BrowserStartError) return null;
    if (!(error instanceof StoreAwayError)) throw error;
    logger.warn({ err: error }, 'The render store is not available; PDFs wait');
    outage.until = Date.now() + REST_MS;
    return null;
  }
}

function countRendered(metrics: RenderingMetrics, rendered: number, started: number): void {
  metrics.pdfsRendered.inc(rendered);
  const each = (performance.now() - started) / 1000 / Math.max(rendered, 1);
  for (let index = 0; index < rendered; index += 1) metrics.renderSeconds.observe(each);
}
