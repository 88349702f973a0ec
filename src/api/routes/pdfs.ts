import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import type { ApiVersion } from '../../contracts/codes.ts';
import type { Semaphore } from '../../platform/admission/semaphore.ts';
import { getPdf } from '../reads/pdf-state.ts';
import { organizationOf } from '../authentication.ts';
import { awaitPdf } from '../await-pdf.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitDownloads } from '../download-permits.ts';
import { describeFile } from '../documentation/describe-files.ts';
import { BatchInvoiceId, readId } from '../ids-and-pages.ts';
import { allowKeeping, isNamed, writeEtag } from '../entity-tags.ts';
import { buildFileName } from '../file-names.ts';
import { openPdf } from '../open-pdf.ts';
import { whenGone } from '../poll-for-result.ts';
import { releasePermit } from '../request-semaphores.ts';
import { readInPieces } from '../bodies/read-in-pieces.ts';
import type { PdfReader } from '../read-stored-pdfs.ts';

/** GET /batch_invoices/{id}/pdf of version 1 and /invoices/{id}/pdf of version 2 */
export const pdfRoutes: FastifyPluginAsync<
  Dependencies & {
    readonly pdfReader: PdfReader;
    /** Permits of `PERMITS.downloads`, which both versions share. */
    readonly withPermit: Semaphore;
    readonly version: ApiVersion;
  }
> = async (app, dependencies) => {
  const { version, pool } = dependencies;
  const withPermit = limitDownloads(dependencies.withPermit, 'many_downloads');
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
        ...describeFile({
          name: 'PDF',
          mediaTypes: ['application/pdf'],
          unavailable:
            'there is no PDF. The invoice failed (the message contains the reason), or it is still being processed (send the request again after `Retry-After`)',
        }),
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
      const found = state.sha256 ? state : await awaitPdf(dependencies, wanted);
      const etag = writeEtag(found.sha256!);
      if (isNamed(etag, request.headers['if-none-match'])) return allowKeeping(reply, etag).code(304).send();
      const takePermit = <T>(work: () => Promise<T>) => withPermit(organizationId, work);
      const { ready, pdf } = await openPdf({ ...dependencies, takePermit }, wanted, found);
      const content =
        request.method === 'HEAD'
          ? Readable.from([])
          : await readInPieces(pdf.bytes, (piece) => takePermit(() => pdf.read(piece)));
      const name = buildFileName(ready.invoiceNumber!, 'pdf');
      return allowKeeping(reply, writeEtag(ready.sha256!))
        .type('application/pdf')
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .header('Content-Length', pdf.bytes)
        .send(content);
    },
  );
};
