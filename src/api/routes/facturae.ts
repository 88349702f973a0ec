import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import type { ApiVersion } from '../../contracts/codes.ts';
import { MEDIA_TYPES } from '../../contracts/electronic-formats.ts';
import type { Semaphore } from '../../platform/admission/semaphore.ts';
import { organizationOf } from '../authentication.ts';
import { awaitFacturae } from '../await-facturae.ts';
import type { Dependencies } from '../dependencies.ts';
import { EXTENSIONS } from '../documentation/describe-answers.ts';
import { describeFile } from '../documentation/describe-files.ts';
import { limitDownloads } from '../download-permits.ts';
import { writeOrRefuse } from '../electronic-documents.ts';
import { allowKeeping, isNamed, writeEtag } from '../entity-tags.ts';
import { buildFileName } from '../file-names.ts';
import { BatchInvoiceId, readId } from '../ids-and-pages.ts';
import { whenGone } from '../poll-for-result.ts';
import { getDocumentSource } from '../reads/document-sources.ts';
import { readIssuedDocument } from '../reads/issued-document.ts';
import { type FacturaeState, getFacturae, readFacturae } from '../reads/signed-facturae.ts';
import { releasePermit } from '../request-semaphores.ts';
import { refuseUnissued } from '../unissued.ts';

/** GET /batch_invoices/{id}/documents/facturae of version 1 and /invoices/{id}/documents/facturae of version 2 */
export const facturaeRoutes: FastifyPluginAsync<
  Dependencies & {
    /** Permits of `PERMITS.downloads`, which both versions share. */
    readonly withPermit: Semaphore;
    readonly version: ApiVersion;
  }
> = async (app, dependencies) => {
  const { version, pool } = dependencies;
  const withPermit = limitDownloads(dependencies.withPermit, 'many_downloads');
  app.get<{ Params: { id: string } }>(
    version === 1 ? '/batch_invoices/:id/documents/facturae' : '/invoices/:id/documents/facturae',
    {
      schema: {
        operationId: 'downloadFacturae',
        summary: 'Download signed Facturae',
        description:
          "Downloads the issued invoice as Facturae 3.2.2, signed with the issuer's certificate (XAdES-EPES with the policy of Facturae 3.1). The first request signs it and waits for up to 10 seconds; every further download has the same bytes. An annulled invoice is returned as it was issued, and `X-Annulled-At` states when it was annulled.",
        tags: [version === 1 ? EXTENSIONS : 'Invoices'],
        params: Type.Object({ id: BatchInvoiceId }),
        ...describeFile({
          name: 'signed file',
          mediaTypes: [MEDIA_TYPES.facturae],
          unavailable:
            'there is no signed file. The invoice failed or is still being processed, Facturae cannot express it (the message contains the rule and the formats that can), its issuer has no certificate that can sign it (the message contains the reason and the remedy), its month is archived, or it is not signed yet (send the request again after `Retry-After`)',
        }),
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const id = readId(request.params.id);
      const state = await getFacturae(pool, organizationId, id);
      // What follows only waits or has its own semaphore.
      releasePermit(request);
      if (state === null) throw apiError('unknown_invoice', {});
      const { sha256, invoiceNumber, annulledAt } = state.sha256 ? state : await sign(reply, id, state);
      const etag = writeEtag(sha256!);
      allowKeeping(reply, etag);
      if (annulledAt !== null) reply.header('X-Annulled-At', annulledAt);
      if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send();
      const [file] = await withPermit(organizationId, () => readFacturae(pool, organizationId, [id]));
      return reply
        .type('application/xml; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${buildFileName(invoiceNumber!, 'xsig')}"`)
        .send(file);
    },
  );

  /** Has an invoice signed that is not signed yet. Its document is read first, because the answer to an invoice that Facturae cannot express needs no worker. */
  async function sign(reply: FastifyReply, id: number, state: FacturaeState): Promise<FacturaeState> {
    const { organizationId } = organizationOf(reply.request);
    if (!state.isIssued) throw refuseUnissued(state.processingError);
    const gone = whenGone(reply);
    const source = await withPermit(organizationId, async () => {
      const { profile } = (await getDocumentSource(pool, organizationId, id))!;
      return { document: await readIssuedDocument(pool, organizationId, id), profile };
    });
    writeOrRefuse('facturae', source);
    return awaitFacturae(dependencies, { organizationId, id, source, state, gone });
  }
};
