import { readBatchInvoiceId } from '../domain/invoice/batch-invoice-id.ts';
import type { RenderPdfsJob } from '../contracts/jobs.ts';
import { RenderTimeoutError } from './browser/work-guard.ts';
import { weighRender } from './render-weight.ts';
import type { PdfRenderer } from './renderer.ts';
import { finishRendering, listUnrendered } from './statements/rendering.ts';
import type { NewJob } from '../platform/jobs/job-queues.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { LONG_WEIGHT } from './browser-pools.ts';
import { remember } from './too-slow.ts';
import { type RenderContext, renderInvoices } from './render-batch.ts';
import type { RenderPaces } from './render-paces.ts';
import { buildLongRenderingJob } from './rendering-jobs.ts';

export type RenderPdfsContext = RenderContext & {
  /** The browser for quick render batches. Its time limit is short. */
  readonly renderer: Pick<PdfRenderer, 'renderBatches'>;
  /** Invoices that timed out here although their weight is small. */
  readonly slow: Set<number>;
  readonly paces: RenderPaces;
  /** Enqueues invoices that must be rendered separately. */
  readonly handOver: (jobs: readonly NewJob[]) => Promise<void>;
  readonly logger: Logger;
};

/**
 * Renders and stores the missing PDFs of a part of a batch. Hands over to the long browser the
 * invoices that would delay others: heavy documents, and those whose render batch timed out or
 * probably will, as others of their organization did. A second run renders nothing twice.
 * @returns the number of rendered PDFs.
 * @throws after all other invoices were rendered, when one could not be; BrowserStartError when
 *   Chromium does not start.
 */
export async function renderPdfs(context: RenderPdfsContext, job: RenderPdfsJob): Promise<number> {
  const { pool, slow, paces, handOver, logger, now } = context;
  const { organizationId } = job;
  const { printable, long } = await listUnrendered(pool, job.batchId, job.from, job.to, LONG_WEIGHT);
  const buildOwnJob = ({ issuedInvoiceId }: { readonly issuedInvoiceId: number }) =>
    buildLongRenderingJob(job, readBatchInvoiceId(issuedInvoiceId).position);
  const { due = [], apart = [] } = Object.groupBy(
    printable.map((invoice) => ({
      invoice,
      weight: weighRender(invoice.document) * paces.paceOf(organizationId),
    })),
    ({ invoice, weight }) => (weight > LONG_WEIGHT || slow.has(invoice.issuedInvoiceId) ? 'apart' : 'due'),
  );
  const heavy = [...long.map(buildOwnJob), ...apart.map(({ invoice }) => buildOwnJob(invoice))];
  // Handed over first, so they are rendered elsewhere at the same time.
  if (heavy.length > 0) await handOver(heavy);
  const failures = await renderInvoices(
    context,
    due.map(({ invoice }) => invoice),
    (time) => {
      const isSlow = paces.note(organizationId, time);
      if (isSlow) {
        const pace = Math.round(paces.paceOf(organizationId));
        logger.warn(
          { organizationId, ...time, pace },
          'A render batch took much longer than its text suggests; for five minutes invoices of this organization are planned as if they were that much longer',
        );
      }
      return isSlow;
    },
  );
  const tooSlow = failures.filter(({ error }) => error instanceof RenderTimeoutError);
  for (const { issuedInvoiceId, error } of tooSlow) {
    logger.warn({ err: error, issuedInvoiceId }, 'A PDF takes too long to render; it is rendered separately');
    remember(slow, issuedInvoiceId);
  }
  if (tooSlow.length > 0) {
    await handOver(tooSlow.map(buildOwnJob));
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
