import type { RenderStore } from '../src/render/store/render-store.ts';
import type { PrinterEvent } from '../src/render/printer.ts';
import { openPdfRenderer } from '../src/render/renderer.ts';
import type { Runtime } from '../src/platform/process/runtime.ts';
import type { NewJob } from '../src/platform/jobs/job-queues.ts';
import { createRenderBackoff } from '../src/render/render-backoff.ts';
import { LONG_RENDER_LIMIT_MS, SLOW_RENDER_LIMIT_MS } from '../src/render/browser-pools.ts';
import { createRenderPaces } from '../src/render/render-paces.ts';
import { createRenderingMetrics } from '../src/render/rendering-metrics.ts';
import type { Processors } from './job-outcomes.ts';
import { startMovingRenderBatches } from './move-render-batches.ts';
import { buildRenderLongPdf, buildRenderPdfs, buildRenderSlowPdf, createOutage } from './render-pdfs.ts';
import { buildRenderPreview } from './render-preview.ts';

/** Idle time after which the browsers for long and slow invoices are closed. */
const BROWSER_IDLE_MS = 30_000;
/**
 * Niceness of the browser for long invoices. Beside a process with niceness 0 it gets a tenth of a
 * processor, so that ordinary invoices stay quick.
 */
const LONG_NICENESS = 10;
/**
 * Niceness of the browser for slow invoices. Beside a long invoice it gets a quarter of a
 * processor.
 */
const SLOW_NICENESS = 15;

/** Called when the jobs of a duty can be processed and when they cannot. */
export type OnAbility = (canWork: boolean) => void;

/**
 * Builds the processors that render PDFs. One browser is always open; the browsers for long and for
 * slow invoices are open only while there are such invoices.
 */
export function buildPdfProcessors(
  runtime: Runtime,
  outside: RenderStore | null,
  onAbility: OnAbility,
): { readonly processors: Processors; readonly isReady: () => boolean } {
  const { environment, database, logger, registry, jobQueues, resources } = runtime;
  const metrics = createRenderingMetrics(registry);
  const report = (event: PrinterEvent) => {
    if (event.type === 'printed') return logger.debug(event, 'Chromium rendered a batch');
    const isOver = event.type === 'browser_ended' && (event.reason === 'closed' || event.reason === 'idle');
    if (event.type === 'browser_ended' && !isOver) metrics.chromiumRestarts.inc();
    if (event.type === 'browser_started' && !event.sandboxed)
      logger.warn(
        event,
        'Chromium runs without its sandbox, because the system or the account does not allow it (docs/operating.md, Containers)',
      );
    else if (event.type !== 'browser_failed') logger.info(event, 'Chromium');
    else if (event.failures === 1) {
      logger.error({ err: event.error }, 'Chromium does not start; PDFs wait while the worker retries');
    }
  };
  const onEvent = (event: PrinterEvent) => {
    report(event);
    if (event.type === 'printed' || event.type === 'browser_ended') return;
    metrics.chromiumUp.set(event.type === 'browser_started' ? 1 : 0);
    onAbility(event.type === 'browser_started');
  };
  const chromiumPath = environment.CHROMIUM_PATH!;
  const renderer = resources.use(openPdfRenderer({ chromiumPath, onEvent }));
  const openOnDemand = (renderTimeLimitMs: number, niceness: number) =>
    resources.use(
      openPdfRenderer({
        chromiumPath,
        renderTimeLimitMs,
        niceness,
        idleLimitMs: BROWSER_IDLE_MS,
        onEvent: report,
      }),
    );
  const handOver = (sent: readonly NewJob[]) => jobQueues.send(sent);
  const store = environment.RENDER_STORE === 's3' ? outside : null;
  if (outside !== null)
    resources.use(
      startMovingRenderBatches({ ...runtime, pool: database.pool, outside, out: store !== null }),
    );
  const outage = createOutage();
  const context = { ...runtime, pool: database.pool, metrics, handOver, store, outside, outage };
  const processors = {
    'render-pdfs': buildRenderPdfs({ ...context, renderer, slow: new Set(), paces: createRenderPaces() }),
    'render-preview': buildRenderPreview({ ...context, renderer }),
    'render-long-pdf': buildRenderLongPdf({
      ...context,
      renderer: openOnDemand(LONG_RENDER_LIMIT_MS, LONG_NICENESS),
      slow: new Set(),
    }),
    'render-slow-pdf': buildRenderSlowPdf({
      ...context,
      renderer: openOnDemand(SLOW_RENDER_LIMIT_MS, SLOW_NICENESS),
      backoff: createRenderBackoff(),
    }),
  };
  return { processors, isReady: () => renderer.isReady };
}
