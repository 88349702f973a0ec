import { buildBatchInvoiceId } from '../domain/invoice/batch-invoice-id.ts';
import type { RenderLongPdfJob } from '../contracts/jobs.ts';
import type { PdfRenderer } from './renderer.ts';
import { ANY_LENGTH, finishRendering, listUnrendered } from './statements/rendering.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { RenderBackoff } from './render-backoff.ts';
import { isTooMuch } from './too-slow.ts';
import { type RenderContext, renderInvoices } from './render-batch.ts';

export type RenderSlowPdfContext = RenderContext & {
  /** A separate browser for render batches that take minutes, with a long time limit. */
  readonly renderer: Pick<PdfRenderer, 'renderBatches'>;
  readonly backoff: RenderBackoff;
  readonly logger: Logger;
};

export type SlowRendering =
  | { readonly kind: 'rendered'; readonly invoices: number }
  | { readonly kind: 'backed_off'; readonly until: Date };

/**
 * Renders and stores the PDF of one slow invoice, unless it already has one.
 * @returns the number of rendered PDFs (0 when the invoice already has one), or the end of its
 *   backoff, because it timed out even here or ended the browser twice.
 * @throws when the invoice could not be rendered for another reason, and BrowserStartError when
 *   Chromium does not start.
 */
export async function renderSlowPdf(
  context: RenderSlowPdfContext,
  { batchId, position, isOrdered = false }: RenderLongPdfJob,
): Promise<SlowRendering> {
  const { pool, backoff, logger, now } = context;
  const id = buildBatchInvoiceId(batchId, position);
  const until = backoff.backoffUntil(id, now());
  if (until !== null && !isOrdered) return { kind: 'backed_off', until };
  const { printable } = await listUnrendered(pool, batchId, position, position, ANY_LENGTH);
  const [failure] = await renderInvoices(context, printable);
  if (failure === undefined) {
    backoff.release(id);
    await finishRendering(pool, [batchId], now());
    return { kind: 'rendered', invoices: printable.length };
  }
  const { error } = failure;
  const backoffUntil = isTooMuch(error) ? backoff.recordTimeout(id, now()) : null;
  logger.error({ err: error, issuedInvoiceId: id, backoffUntil }, 'A PDF could not be rendered');
  if (backoffUntil === null) throw error;
  return { kind: 'backed_off', until: backoffUntil };
}
