import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import type { ApiVersion } from '../../contracts/codes.ts';
import { type Semaphore, SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import { DamagedRenderBatchError } from '../../render/postprocess/open-extractor.ts';
import { type BatchPdfs, listBatchPdfs, type StoredPdf } from '../reads/batch-pdfs.ts';
import { organizationOf } from '../authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { createBodyCollector } from '../bodies/free-bodies.ts';
import { buildMissingPdfJobs, buildPdfJob } from '../enqueue-pdf.ts';
import type { PdfReader } from '../read-stored-pdfs.ts';
import { describeError, documentErrors, EXTENSIONS } from '../documentation/describe-answers.ts';
import { readSwitch } from '../filters.ts';
import { BatchId, type Query, readId } from '../ids-and-pages.ts';
import { releasePermit } from '../request-semaphores.ts';
import { zipPdfs } from '../zip-pdfs.ts';

/** GET /invoice_batches/{id}/pdfs of each version */
export const batchPdfRoutes: FastifyPluginAsync<
  Dependencies & {
    readonly pdfReader: PdfReader;
    /** Permits of `PERMITS.archives`, which both versions share. */
    readonly withPermit: Semaphore;
    readonly version: ApiVersion;
  }
> = async (app, { version, pool, now, pdfReader, withPermit, jobQueues, metrics, logger }) => {
  const free = createBodyCollector();
  /**
   * Enqueues the missing PDFs. If the job is lost, it is sent again when the client repeats its request.
   */
  function askForMissing(organizationId: number, batchId: number, { missing }: BatchPdfs): void {
    jobQueues.send(buildMissingPdfJobs(organizationId, batchId, missing)).catch((error: unknown) => {
      metrics.enqueueFailures.inc();
      logger.warn(
        { err: error, batchId },
        'Jobs for missing PDFs could not be enqueued; they are enqueued when the client requests the archive again',
      );
    });
  }
  app.get<{ Params: { id: string }; Querystring: Query<'partial'> }>(
    '/invoice_batches/:id/pdfs',
    {
      schema: {
        operationId: 'downloadBatchPdfs',
        summary: 'Download all PDFs of a batch',
        description:
          'Streams a ZIP archive of the PDFs, named by invoice number. The PDFs have the same bytes as in single downloads. The first file, `manifest.json`, is a list that maps each PDF ' +
          '(`file`) to its invoice: `batch_invoice_id`, `external_invoice_id` (or null) and `invoice_number`. The download counts as one read for the rate limit.',
        tags: [version === 1 ? EXTENSIONS : 'Invoice batches'],
        params: Type.Object({ id: BatchId }),
        querystring: Type.Object({
          partial: Type.Optional(
            Type.Boolean({
              description: 'Whether to download the available PDFs if some are not ready yet.',
              default: false,
            }),
          ),
        }),
        response: {
          200: {
            description: 'The archive',
            content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
          },
          ...documentErrors(400, 401, 404, 429, 500, 503),
          422: describeError(
            '`unprocessable_content`: some PDFs are not ready yet (send the request again after `Retry-After`; if PDFs are rendered on demand, this request starts it), or no invoice was issued',
          ),
        },
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const isPartial = readSwitch('partial', request.query.partial);
      const batchId = readId(request.params.id);
      const found = await listBatchPdfs(pool, organizationId, batchId);
      releasePermit(request);
      if (!found) throw apiError('unknown_batch', {});
      const { endedAt, issued, pdfs } = found;
      if (endedAt !== null && issued === 0) throw apiError('batch_without_invoices', {});
      const isWhole = endedAt !== null && pdfs.length === issued;
      if (pdfs.length === 0 || (!isWhole && !isPartial)) {
        if (found.pdfsOnDemand) askForMissing(organizationId, batchId, found);
        throw apiError(endedAt === null ? 'batch_pending' : 'pdfs_pending', { ready: pdfs.length, issued });
      }
      const read = (some: readonly StoredPdf[]) =>
        withPermit(organizationId, () => pdfReader.readAll(organizationId, some)).catch((error: unknown) => {
          // The damaged PDFs are rendered again for the next request.
          if (error instanceof DamagedRenderBatchError)
            void jobQueues.send(some.map(({ id }) => buildPdfJob(organizationId, id))).catch(() => {});
          request.log[error instanceof SemaphoreTimeout ? 'warn' : 'error'](
            { err: error, batchId },
            'The download of a ZIP archive was aborted',
          );
          throw error;
        });
      return (
        reply
          .type('application/zip')
          .header('Content-Disposition', `attachment; filename="batch-${batchId}.zip"`)
          // A HEAD request gets an empty stream, because Node would read the whole archive otherwise.
          .send(
            request.method === 'HEAD'
              ? Readable.from([])
              : zipPdfs(pdfs, endedAt === null ? now() : new Date(endedAt), read, free),
          )
      );
    },
  );
};
