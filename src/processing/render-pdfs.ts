import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { RenderPdfsJob } from '../contracts/jobs.ts';
import type { PdfRenderer } from '../pdf/renderer.ts';
import { finishRendering, insertPdfs, listUnrendered } from '../persistence/rendering.ts';
import type { Logger } from '../telemetry/logger.ts';

export type RenderPdfsContext = {
  readonly pool: Pool;
  readonly renderer: PdfRenderer;
  readonly logger: Logger;
  readonly now: () => Date;
};

/**
 * Renders and stores the PDFs that a part of a batch still lacks. Running it twice renders nothing twice.
 * @returns how many were rendered.
 * @throws when an invoice could not be rendered, after all others were.
 */
export async function renderPdfs(context: RenderPdfsContext, job: RenderPdfsJob): Promise<number> {
  const { pool, renderer, logger } = context;
  const due = await listUnrendered(pool, job.batchId, job.from, job.to);
  const annulled = new Set(
    due.flatMap(({ issuedInvoiceId, annulledOn }) => (annulledOn === null ? [] : [issuedInvoiceId])),
  );
  const failures: unknown[] = [];
  // Print by print: what is printed is stored while the next print is running.
  for await (const results of renderer.renderPrints(due)) {
    const pdfs = results.flatMap((result) => {
      if ('error' in result) {
        const { error, issuedInvoiceId } = result;
        logger.error({ err: error, issuedInvoiceId }, 'A PDF could not be rendered');
        failures.push(error);
        return [];
      }
      const isAnnulled = annulled.has(result.issuedInvoiceId);
      return [{ ...result, isAnnulled, sha256: hash('sha256', result.content, 'buffer') }];
    });
    await insertPdfs(pool, pdfs);
  }
  await finishRendering(pool, [job.batchId], context.now());
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${due.length} PDFs could not be rendered`);
  }
  return due.length;
}
