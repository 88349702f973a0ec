import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import type { Semaphore } from '../../platform/admission/semaphore.ts';
import { getPdf } from '../../deliver/reads/pdf-state.ts';
import { organizationOf } from '../authentication.ts';
import { awaitPdf } from '../../deliver/await-pdf.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitDownloads } from '../../deliver/download-permits.ts';
import { describeFile } from '../documentation/describe-files.ts';
import { BatchInvoiceId } from '../queries/parameters.ts';
import { allowKeeping, isNamed, writeEtag } from '../../deliver/entity-tags.ts';
import { buildFileName } from '../../deliver/file-names.ts';
import { openPdf } from '../../deliver/open-pdf.ts';
import { whenGone } from '../../deliver/poll-for-result.ts';
import { releasePermit } from '../limits/request-semaphores.ts';
import { readInPieces } from '../../deliver/read-in-pieces.ts';
import type { PdfReader } from '../../deliver/read-stored-pdfs.ts';
import type { ApiForm } from '../versions.ts';

/** GET /invoices/{id}/pdf, or /batch_invoices/{id}/pdf */
export const pdfRoutes: FastifyPluginAsync<
  Dependencies & {
    readonly pdfReader: PdfReader;
    /** Permits of `PERMITS.downloads`, which both versions share. */
    readonly withPermit: Semaphore;
    readonly form: ApiForm;
  }
> = async (app, dependencies) => {
  const { form, pool } = dependencies;
  const withPermit = limitDownloads(dependencies.withPermit, 'many_downloads');
  app.get<{ Params: { id: number } }>(
    `${form.invoices.path}/:id/pdf`,
    {
      config: { right: 'read' },
      schema: {
        operationId: 'downloadIssuedInvoicePdf',
        summary: 'Download issued invoice PDF',
        description:
          'Downloads the PDF of the issued invoice. Every download has the same bytes until the invoice is annulled; from then on the PDF shows the annulment. If the PDF does not exist yet, the engine renders it now, and the request waits for it for up to 10 seconds.',
        tags: ['Invoices'],
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
      const id = request.params.id;
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
