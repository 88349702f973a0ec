import type { Pool } from 'pg';
import type { RenderLongPdfJob } from '../contracts/jobs.ts';
import { BrowserGoneError } from '../pdf/browser/print-browser.ts';
import { PrintTimeoutError } from '../pdf/browser/work-guard.ts';
import type { PdfRenderer } from '../pdf/renderer.ts';
import { finishRendering, listUnrendered } from '../persistence/rendering.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { ParkedPdfs } from './parked-pdfs.ts';
import { printInvoices } from './print-invoices.ts';

export type RenderLongPdfContext = {
  readonly pool: Pool;
  /** For what takes long: a browser of its own, with a long time limit. */
  readonly renderer: Pick<PdfRenderer, 'renderPrints'>;
  readonly slow: Set<number>;
  readonly parked: ParkedPdfs;
  readonly logger: Logger;
  readonly now: () => Date;
};

/** PostgreSQL holds no longer text. */
const ANY_LENGTH = 2 ** 30;

/**
 * Renders and stores the PDF of one long invoice, unless it has one.
 * @returns whether it was rendered; or until when it is left alone, because it took too long even here or ended the browser twice.
 * @throws when it could not be rendered for another reason; BrowserStartError when Chromium does not start.
 */
export async function renderLongPdf(
  context: RenderLongPdfContext,
  { batchId, position }: RenderLongPdfJob,
): Promise<boolean | Date> {
  const { pool, slow, parked, logger, now } = context;
  const id = batchId * 1000 + position;
  const until = parked.parkedUntil(id, now());
  if (until !== null) return until;
  const { printable } = await listUnrendered(pool, batchId, position, position, ANY_LENGTH);
  const [failure] = await printInvoices(context, printable);
  if (failure === undefined) {
    parked.release(id);
    slow.delete(id);
    await finishRendering(pool, [batchId], now());
    return printable.length > 0;
  }
  const { error } = failure;
  const isTooMuch = error instanceof PrintTimeoutError || error instanceof BrowserGoneError;
  const parkedUntil = isTooMuch ? parked.park(id, now()) : null;
  logger.error({ err: error, issuedInvoiceId: id, parkedUntil }, 'A PDF could not be rendered');
  if (parkedUntil === null) throw error;
  return parkedUntil;
}
