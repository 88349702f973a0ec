import type { Pool } from 'pg';
import type { RenderPdfsJob } from '../contracts/jobs.ts';
import { PrintTimeoutError } from '../pdf/browser/work-guard.ts';
import type { PdfRenderer } from '../pdf/renderer.ts';
import { finishRendering, listUnrendered, type LongInvoice } from '../persistence/rendering.ts';
import type { Hint } from '../queue/hints.ts';
import type { Logger } from '../telemetry/logger.ts';
import { printInvoices } from './print-invoices.ts';
import { hintLongRendering, LONG_DOCUMENT_BYTES } from './render-chunks.ts';

export type RenderPdfsContext = {
  readonly pool: Pool;
  /** For what is quick: its time limit is short. */
  readonly renderer: Pick<PdfRenderer, 'renderPrints'>;
  /** Invoices that look quick and are not, as this worker learnt. */
  readonly slow: Set<number>;
  /** Takes the hints about invoices that must be printed apart. */
  readonly handOver: (hints: readonly Hint[]) => Promise<void>;
  readonly logger: Logger;
  readonly now: () => Date;
};

/** More are forgotten, and learnt again. */
const MOST_SLOW = 10_000;

/**
 * Renders and stores the PDFs that a part of a batch still lacks, and hands long invoices over to where they hold up nobody: those with long
 * documents, and those whose print took too long. Running it twice renders nothing twice.
 * @returns how many were rendered.
 * @throws when an invoice could not be rendered, after all others were; BrowserStartError when Chromium does not start.
 */
export async function renderPdfs(context: RenderPdfsContext, job: RenderPdfsJob): Promise<number> {
  const { pool, slow, handOver, logger, now } = context;
  const { printable, long } = await listUnrendered(pool, job.batchId, job.from, job.to, LONG_DOCUMENT_BYTES);
  const hintAt = ({ issuedInvoiceId, bytes }: LongInvoice) =>
    hintLongRendering(job, issuedInvoiceId % 1000, bytes);
  const known = printable.filter(({ issuedInvoiceId }) => slow.has(issuedInvoiceId));
  const due = printable.filter(({ issuedInvoiceId }) => !slow.has(issuedInvoiceId));
  // Before the prints: they go on elsewhere meanwhile.
  const apart = [...long, ...known.map((invoice) => ({ ...invoice, bytes: LONG_DOCUMENT_BYTES }))];
  if (apart.length > 0) await handOver(apart.map(hintAt));
  const failures = await printInvoices(context, due);
  const tooSlow = failures.filter(({ error }) => error instanceof PrintTimeoutError);
  for (const { issuedInvoiceId, error } of tooSlow) {
    logger.warn({ err: error, issuedInvoiceId }, 'A PDF takes too long; it is printed apart');
    if (slow.size >= MOST_SLOW) slow.clear();
    slow.add(issuedInvoiceId);
  }
  if (tooSlow.length > 0) {
    await handOver(tooSlow.map((invoice) => hintAt({ ...invoice, bytes: LONG_DOCUMENT_BYTES })));
  }
  await finishRendering(pool, [job.batchId], now());
  const broken = failures.filter((failure) => !tooSlow.includes(failure));
  for (const { issuedInvoiceId, error } of broken) {
    logger.error({ err: error, issuedInvoiceId }, 'A PDF could not be rendered');
  }
  if (broken.length > 0) {
    throw new AggregateError(
      broken.map(({ error }) => error),
      `${broken.length} of ${due.length} PDFs could not be rendered`,
    );
  }
  return due.length - tooSlow.length;
}
