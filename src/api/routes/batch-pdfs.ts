import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import type { Semaphore } from '../../platform/admission/semaphore.ts';
import { listBatchPdfs, type StoredPdf } from '../../deliver/reads/batch-pdfs.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { holdUntilClosed, limitDownloads } from '../../deliver/download-permits.ts';
import { createBodyCollector } from '../bodies/free-bodies.ts';
import { splitPdfs } from '../../deliver/zip-parts.ts';
import { askForMissing, readPart } from '../../deliver/read-part.ts';
import type { PdfReader } from '../../deliver/read-stored-pdfs.ts';
import { describeZip } from '../documentation/describe-files.ts';
import { buildMissingPdfJobs } from '../../deliver/enqueue-pdf.ts';
import { BatchId } from '../queries/parameters.ts';
import { releasePermit } from '../limits/request-semaphores.ts';
import { zipFiles } from '../../deliver/zip-files.ts';

/** GET /invoice_batches/{id}/pdfs of each version */
export const batchPdfRoutes: FastifyPluginAsync<
  Dependencies & {
    readonly pdfReader: PdfReader;
    /** Permits of `PERMITS.zips`, which both versions share. */
    readonly withPermit: Semaphore;
    /** Permits of `PERMITS.begunZips`, which ZIPs of electronic invoices share, too. */
    readonly whileBegun: Semaphore;
  }
> = async (app, dependencies) => {
  const { pool, now, pdfReader } = dependencies;
  const whileBegun = limitDownloads(dependencies.whileBegun, 'many_downloads');
  const free = createBodyCollector();
  app.get<{ Params: { id: number }; Querystring: { partial: boolean } }>(
    '/invoice_batches/:id/pdfs',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'downloadBatchPdfs',
        summary: 'Download all PDFs of a batch',
        description:
          'Streams a ZIP archive of the PDFs, named by invoice number. The PDFs have the same bytes as in single downloads. The first file, `manifest.json`, is a list that maps each PDF ' +
          '(`file`) to its invoice: `batch_invoice_id`, `external_invoice_id` (or null) and `invoice_number`. The download counts as one read for the rate limit.',
        tags: ['Invoice batches'],
        params: Type.Object({ id: BatchId }),
        querystring: Type.Object({
          partial: Type.Optional(
            Type.Boolean({
              description: 'Whether to download the available PDFs if some are not ready yet.',
              default: false,
            }),
          ),
        }),
        response: describeZip(
          'some PDFs are not ready yet (send the request again after `Retry-After`; if PDFs are rendered on demand, this request starts it), or no invoice was issued',
        ),
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const { partial: isPartial } = request.query;
      const batchId = request.params.id;
      const found = await listBatchPdfs(pool, organizationId, batchId);
      releasePermit(request);
      if (!found) throw apiError('unknown_batch', {});
      const { endedAt, issued, pdfs } = found;
      if (endedAt !== null && issued === 0) throw apiError('batch_without_invoices', {});
      const isWhole = endedAt !== null && pdfs.length === issued;
      if (pdfs.length === 0 || (!isWhole && !isPartial)) {
        if (found.pdfsOnDemand)
          askForMissing(dependencies, batchId, buildMissingPdfJobs(organizationId, batchId, found.missing));
        throw apiError(endedAt === null ? 'batch_pending' : 'pdfs_pending', { ready: pdfs.length, issued });
      }
      if (request.method !== 'HEAD') await holdUntilClosed(whileBegun, organizationId, reply);
      const context = { ...dependencies, log: request.log };
      const read = (some: readonly StoredPdf[]) =>
        readPart(context, { organizationId, batchId, ids: some.map(({ id }) => id) }, () =>
          pdfReader.readAll(organizationId, some),
        );
      return (
        reply
          .type('application/zip')
          .header('Content-Disposition', `attachment; filename="batch-${batchId}.zip"`)
          // A HEAD request gets an empty stream, because Node would read the whole ZIP otherwise.
          .send(
            request.method === 'HEAD'
              ? Readable.from([])
              : zipFiles({
                  invoices: pdfs,
                  parts: [...splitPdfs(pdfs)],
                  extension: 'pdf',
                  modified: endedAt === null ? now() : new Date(endedAt),
                  read,
                  onTaken: free,
                }),
          )
      );
    },
  );
};
