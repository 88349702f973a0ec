import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import type { ApiVersion } from '../../contracts/codes.ts';
import { type Semaphore, SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import { DamagedRenderBatchError } from '../../render/postprocess/open-extractor.ts';
import { getPdf, type PdfState } from '../reads/pdf-state.ts';
import { organizationOf } from '../authentication.ts';
import { awaitPdf } from '../await-pdf.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeError, documentErrors } from '../documentation/describe-answers.ts';
import { BatchInvoiceId, readId } from '../ids-and-pages.ts';
import { buildFileName } from '../pdf-names.ts';
import { whenGone } from '../poll-for-result.ts';
import { releasePermit } from '../request-semaphores.ts';
import { readInPieces } from '../bodies/read-in-pieces.ts';
import type { OpenedPdf, PdfReader } from '../read-stored-pdfs.ts';

/** GET /batch_invoices/{id}/pdf of version 1 and /invoices/{id}/pdf of version 2 */
export const pdfRoutes: FastifyPluginAsync<
  Dependencies & {
    readonly pdfReader: PdfReader;
    /** Permits of `PERMITS.downloads`, which both versions share. */
    readonly withPermit: Semaphore;
    readonly version: ApiVersion;
  }
> = async (app, dependencies) => {
  const { version, pool, logger, pdfReader, withPermit } = dependencies;
  app.get<{ Params: { id: string } }>(
    version === 1 ? '/batch_invoices/:id/pdf' : '/invoices/:id/pdf',
    {
      schema: {
        operationId: 'downloadIssuedInvoicePdf',
        summary: 'Download issued invoice PDF',
        description:
          'Downloads the PDF of the issued invoice. Every download has the same bytes until the invoice is annulled; from then on the PDF shows the annulment. If the PDF does not exist yet, the engine renders it now, and the request waits for it for up to 10 seconds.',
        tags: [version === 1 ? 'Batch invoices' : 'Invoices'],
        params: Type.Object({ id: BatchInvoiceId }),
        headers: Type.Object({
          'If-None-Match': Type.Optional(
            Type.String({
              description:
                'The `ETag` of your copy of the PDF. If the PDF is still the same, the answer is 304.',
            }),
          ),
        }),
        response: {
          200: {
            description: 'The PDF',
            content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
          },
          304: { description: '`If-None-Match` names the `ETag` of this PDF', type: 'null' },
          ...documentErrors(400, 401, 404, 429, 500, 503),
          422: describeError(
            '`unprocessable_content`: there is no PDF. The invoice failed (the message contains the reason), or it is still being processed (send the request again after `Retry-After`)',
          ),
        },
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const id = readId(request.params.id);
      const state = await getPdf(pool, organizationId, id);
      // What follows only waits or has its own semaphore.
      releasePermit(request);
      if (!state) throw apiError('unknown_invoice', {});
      const wanted = { organizationId, id, state, gone: whenGone(reply) };
      // A PDF that was rendered again may have the same bytes but is then in another render batch.
      const isOld = ({ sha256, renderBatchId }: PdfState) =>
        renderBatchId === state.renderBatchId && sha256 !== null && state.sha256?.equals(sha256) === true;
      let ready = state.sha256 ? state : await awaitPdf(dependencies, wanted);
      if (isNamed(etagOf(ready), request.headers['if-none-match']))
        return mayKeep(reply, ready).code(304).send();
      let pdf = await openPdf(reply, id, ready).catch((error: unknown) => {
        if (!(error instanceof DamagedRenderBatchError)) throw error;
        logger.error({ err: error, issuedInvoiceId: id }, 'A stored PDF is damaged; it is rendered again');
        return null;
      });
      if (pdf === null) {
        ready = await awaitPdf(dependencies, { ...wanted, isOld });
        pdf = await openPdf(reply, id, ready);
      }
      const content = request.method === 'HEAD' ? Readable.from([]) : await readContent(reply, pdf);
      return mayKeep(reply, ready)
        .type('application/pdf')
        .header('Content-Disposition', `attachment; filename="${buildFileName(ready.invoiceNumber!)}"`)
        .header('Content-Length', pdf.bytes)
        .send(content);
    },
  );

  async function takePermit<T>(reply: FastifyReply, work: () => Promise<T>): Promise<T> {
    try {
      return await withPermit(organizationOf(reply.request).organizationId, work);
    } catch (error) {
      throw error instanceof SemaphoreTimeout ? apiError('many_downloads', {}) : error;
    }
  }

  function openPdf(reply: FastifyReply, id: number, { sha256, renderBatchId }: PdfState): Promise<OpenedPdf> {
    const { organizationId } = organizationOf(reply.request);
    return takePermit(reply, () =>
      pdfReader.open(organizationId, { id, sha256: sha256!, renderBatchId: renderBatchId! }),
    );
  }

  function readContent(reply: FastifyReply, { bytes, read }: OpenedPdf): Promise<Buffer | Readable> {
    return readInPieces(bytes, (piece) => takePermit(reply, () => read(piece)));
  }
};

/**
 * Allows the client to store the PDF. The client must revalidate it before each use, because an annulment
 * replaces the PDF.
 */
function mayKeep(reply: FastifyReply, ready: PdfState): FastifyReply {
  return reply
    .removeHeader('Cache-Control')
    .cacheControl('private')
    .cacheControl('max-age', 0)
    .cacheControl('must-revalidate')
    .header('ETag', etagOf(ready));
}

function etagOf({ sha256 }: PdfState): string {
  return `"${sha256!.toString('hex')}"`;
}

/**
 * Returns whether `If-None-Match` contains an ETag: a list of ETags, compared weakly, or `*` (RFC 9110,
 * 13.1.2).
 */
function isNamed(etag: string, ifNoneMatch = ''): boolean {
  const names = ifNoneMatch.split(',').map((name) => name.trim().replace(/^W\//, ''));
  return names.includes(etag) || names.includes('*');
}
