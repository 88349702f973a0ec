import type { RenderPdfsJob } from '../src/contracts/jobs.ts';
import { renderPdfs, type RenderPdfsContext } from '../src/processing/render-pdfs.ts';
import type { Metrics } from '../src/telemetry/metrics.ts';

/** Renders a part of a batch. */
export function buildRenderPdfs(context: RenderPdfsContext & { readonly metrics: Metrics }) {
  const { metrics } = context;
  return async (job: RenderPdfsJob) => {
    const started = performance.now();
    const rendered = await renderPdfs(context, job);
    metrics.pdfsRendered.inc(rendered);
    const each = (performance.now() - started) / 1000 / Math.max(rendered, 1);
    for (let index = 0; index < rendered; index += 1) metrics.renderSeconds.observe(each);
    return { rendered };
  };
}
