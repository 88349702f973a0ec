import type { RenderPdfsJob } from '../src/contracts/jobs.ts';
import { BrowserStartError } from '../src/pdf/printer.ts';
import { renderPdfs, type RenderPdfsContext } from '../src/processing/render-pdfs.ts';
import type { Metrics } from '../src/telemetry/metrics.ts';
import { Later } from './registry.ts';

/** How long a job rests that found no Chromium. */
const WITHOUT_BROWSER_MS = 5000;

/** Renders a part of a batch. */
export function buildRenderPdfs(context: RenderPdfsContext & { readonly metrics: Metrics }) {
  const { metrics } = context;
  return async (job: RenderPdfsJob) => {
    const started = performance.now();
    const rendered = await renderPdfs(context, job).catch((error: unknown) => {
      if (error instanceof BrowserStartError) return null;
      throw error;
    });
    // Not the job's fault: another worker may do it, or this one later.
    if (rendered === null) return new Later(new Date(Date.now() + WITHOUT_BROWSER_MS), job);
    metrics.parkedPdfs.set(context.parked.size);
    metrics.pdfsRendered.inc(rendered);
    const each = (performance.now() - started) / 1000 / Math.max(rendered, 1);
    for (let index = 0; index < rendered; index += 1) metrics.renderSeconds.observe(each);
    return { rendered };
  };
}
