import type { RenderLongPdfJob } from '../contracts/jobs.ts';
import { weighRender } from './render-weight.ts';
import type { PdfRenderer } from './renderer.ts';
import { ANY_LENGTH, finishRendering, listUnrendered } from './statements/rendering.ts';
import type { NewJob } from '../platform/jobs/job-queues.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { SLOW_WEIGHT } from './browser-pools.ts';
import { isTooMuch, remember } from './too-slow.ts';
import { type RenderContext, renderInvoices } from './render-batch.ts';
import { buildSlowRenderingJob } from './rendering-jobs.ts';

export type RenderLongPdfContext = RenderContext & {
  /**
   * A separate browser for render batches that take seconds. Its time limit is the longest wait of
   * another organization.
   */
  readonly renderer: Pick<PdfRenderer, 'renderBatches'>;
  /** Invoices that timed out here although their weight is that of an ordinary long invoice. */
  readonly slow: Set<number>;
  /** Enqueues invoices that are too slow for this browser. */
  readonly handOver: (jobs: readonly NewJob[]) => Promise<void>;
  readonly logger: Logger;
};

export type LongRendering =
  | { readonly kind: 'rendered'; readonly invoices: number }
  | { readonly kind: 'handed_over' };

/**
 * Renders and stores the PDF of one long invoice, unless it already has one. An invoice whose text
 * is slow to lay out, or that timed out here, is handed over to the slow browser.
 * @returns the number of rendered PDFs (0 when the invoice already has one), or that it was handed
 *   over.
 * @throws when the invoice could not be rendered for another reason, and BrowserStartError when
 *   Chromium does not start.
 */
export async function renderLongPdf(
  context: RenderLongPdfContext,
  job: RenderLongPdfJob,
): Promise<LongRendering> {
  const { pool, slow, handOver, logger, now } = context;
  const { batchId, position } = job;
  const { printable } = await listUnrendered(pool, batchId, position, position, ANY_LENGTH);
  const [invoice] = printable;
  if (invoice !== undefined) {
    const { issuedInvoiceId, document } = invoice;
    const weight = weighRender(document);
    const handOverThis = async () => {
      await handOver([buildSlowRenderingJob(job, position)]);
      return { kind: 'handed_over' } as const;
    };
    if (slow.has(issuedInvoiceId) || weight > SLOW_WEIGHT) return handOverThis();
    const [failure] = await renderInvoices(context, printable);
    if (failure !== undefined) {
      const { error } = failure;
      if (!isTooMuch(error)) {
        logger.error({ err: error, issuedInvoiceId }, 'A PDF could not be rendered');
        throw error;
      }
      logger.warn(
        { err: error, issuedInvoiceId },
        'A long PDF takes too long to render; it is moved to the queue slow-pdfs',
      );
      remember(slow, issuedInvoiceId);
      return handOverThis();
    }
  }
  await finishRendering(pool, [batchId], now());
  return { kind: 'rendered', invoices: printable.length };
}
