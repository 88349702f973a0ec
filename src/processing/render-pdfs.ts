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

/** Invoices of one print: their PDFs are stored before the next print starts. */
const PRINT_SIZE = 25;

/**
 * Renders and stores the PDFs that a part of a batch still lacks. Running it twice renders nothing twice.
 * @returns how many were rendered.
 * @throws when an invoice could not be rendered, after all others were.
 */
export async function renderPdfs(context: RenderPdfsContext, job: RenderPdfsJob): Promise<number> {
  const { pool, renderer, logger } = context;
  const due = await listUnrendered(pool, job.batchId, job.from, job.to);
  const failures: unknown[] = [];
  for (let start = 0; start < due.length; start += PRINT_SIZE) {
    const results = await renderer.render(due.slice(start, start + PRINT_SIZE));
    const pdfs = results.flatMap((result) => {
      if ('error' in result) {
        logger.error(
          { err: result.error, issuedInvoiceId: result.issuedInvoiceId },
          'A PDF could not be rendered',
        );
        failures.push(result.error);
        return [];
      }
      return [{ ...result, sha256: hash('sha256', result.content, 'buffer') }];
    });
    await insertPdfs(pool, pdfs);
  }
  await finishRendering(pool, [job.batchId], context.now());
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${due.length} PDFs could not be rendered`);
  }
  return due.length;
}
