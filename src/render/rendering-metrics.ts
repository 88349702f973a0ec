import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const RENDER_SECONDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

export type RenderingMetrics = ReturnType<typeof createRenderingMetrics>;

/** Creates the metrics of a worker that renders PDFs. */
export function createRenderingMetrics(registry: Registry) {
  const registers = [registry];
  return {
    renderSeconds: new Histogram({
      name: 'invoice_engine_pdf_render_seconds',
      help: 'Time that Chromium needed for a PDF, in seconds',
      buckets: RENDER_SECONDS,
      registers,
    }),
    pdfsRendered: new Counter({
      name: 'invoice_engine_pdfs_rendered_total',
      help: 'Number of PDFs rendered and stored',
      registers,
    }),
    chromiumRestarts: new Counter({
      name: 'invoice_engine_chromium_restarts_total',
      help: 'Number of times that Chromium was restarted after a crash or after its quota of render batches',
      registers,
    }),
    chromiumUp: new Gauge({
      name: 'invoice_engine_chromium_up',
      help: '1 while Chromium runs or can be started, 0 while it does not start',
      registers,
    }),
    renderBackoff: new Gauge({
      name: 'invoice_engine_pdfs_in_backoff',
      help: 'Number of invoices in render backoff on this worker because their rendering took too long',
      registers,
    }),
  };
}
