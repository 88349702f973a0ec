import type { RenderLongPdfJob, RenderPdfsJob } from '../src/contracts/jobs.ts';
import { BrowserStartError } from '../src/pdf/printer.ts';
import { renderLongPdf, type RenderLongPdfContext } from '../src/processing/render-long-pdf.ts';
import { renderPdfs, type RenderPdfsContext } from '../src/processing/render-pdfs.ts';
import type { Metrics } from '../src/telemetry/metrics.ts';
import { Later } from './registry.ts';

/** How long a job rests that found no Chromium. */
const WITHOUT_BROWSER_MS = 5000;
/** Most time until a job looks again whether its invoice is still parked: another worker, or one that was started anew, knows nothing of it. */
const PARKED_MS = 5 * 60 * 1000;

/** Renders a part of a batch. */
export function buildRenderPdfs(context: RenderPdfsContext & { readonly metrics: Metrics }) {
  return async (job: RenderPdfsJob) => {
    const started = performance.now();
    const rendered = await renderPdfs(context, job).catch(restWithoutBrowser);
    // Not the job's fault: another worker may do it, or this one later.
    if (rendered === null) return new Later(new Date(Date.now() + WITHOUT_BROWSER_MS), job);
    countRendered(context.metrics, rendered, started);
    return { rendered };
  };
}

/** Renders one long invoice. */
export function buildRenderLongPdf(context: RenderLongPdfContext & { readonly metrics: Metrics }) {
  const { metrics, parked } = context;
  return async (job: RenderLongPdfJob) => {
    const started = performance.now();
    const outcome = await renderLongPdf(context, job).catch(restWithoutBrowser);
    metrics.parkedPdfs.set(parked.size);
    if (outcome === null) return new Later(new Date(Date.now() + WITHOUT_BROWSER_MS), job);
    if (outcome instanceof Date) {
      return new Later(new Date(Math.min(outcome.getTime(), Date.now() + PARKED_MS)), job);
    }
    countRendered(metrics, Number(outcome), started);
    return { rendered: Number(outcome) };
  };
}

function restWithoutBrowser(error: unknown): null {
  if (error instanceof BrowserStartError) return null;
  throw error;
}

function countRendered(metrics: Metrics, rendered: number, started: number): void {
  metrics.pdfsRendered.inc(rendered);
  const each = (performance.now() - started) / 1000 / Math.max(rendered, 1);
  for (let index = 0; index < rendered; index += 1) metrics.renderSeconds.observe(each);
}
