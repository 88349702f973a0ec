import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { RenderPdfsJob } from '../contracts/jobs.ts';
import { PrintTimeoutError } from '../pdf/browser/work-guard.ts';
import type { PdfRenderer } from '../pdf/renderer.ts';
import { finishRendering, insertPdfs, listUnrendered } from '../persistence/rendering.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { ParkedPdfs } from './parked-pdfs.ts';

export type RenderPdfsContext = {
  readonly pool: Pool;
  readonly renderer: Pick<PdfRenderer, 'renderPrints'>;
  readonly parked: ParkedPdfs;
  readonly logger: Logger;
  readonly now: () => Date;
};

/**
 * Renders and stores the PDFs that a part of a batch still lacks. Running it twice renders nothing twice.
 * @returns how many were rendered.
 * @throws when an invoice could not be rendered, after all others were; BrowserStartError when Chromium does not start.
 */
export async function renderPdfs(context: RenderPdfsContext, job: RenderPdfsJob): Promise<number> {
  const { pool, renderer, parked, logger, now } = context;
  const due = await listUnrendered(pool, job.batchId, job.from, job.to);
  const annulled = new Set(
    due.flatMap(({ issuedInvoiceId, annulledOn }) => (annulledOn === null ? [] : [issuedInvoiceId])),
  );
  const failures: unknown[] = [];
  const free = due.filter(({ issuedInvoiceId: id }) => {
    const until = parked.parkedUntil(id, now());
    if (until !== null)
      failures.push(
        new Error(`The PDF of invoice ${id} takes too long; parked until ${until.toISOString()}`),
      );
    return until === null;
  });
  // Print by print: what is printed is stored while the next print is running.
  for await (const results of renderer.renderPrints(free)) {
    const pdfs = results.flatMap((result) => {
      if ('error' in result) {
        const { error, issuedInvoiceId } = result;
        const parkedUntil =
          error instanceof PrintTimeoutError ? parked.park(issuedInvoiceId, now()) : undefined;
        logger.error({ err: error, issuedInvoiceId, parkedUntil }, 'A PDF could not be rendered');
        failures.push(error);
        return [];
      }
      parked.release(result.issuedInvoiceId);
      const isAnnulled = annulled.has(result.issuedInvoiceId);
      return [{ ...result, isAnnulled, sha256: hash('sha256', result.content, 'buffer') }];
    });
    await insertPdfs(pool, pdfs);
  }
  await finishRendering(pool, [job.batchId], now());
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${due.length} PDFs could not be rendered`);
  }
  return free.length;
}
