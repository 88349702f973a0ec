import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import type { ApiVersion } from '../../contracts/codes.ts';
import { type Semaphore, SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import { organizationOf } from '../authentication.ts';
import { awaitFacturae } from '../await-facturae.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeError, documentErrors, EXTENSIONS } from '../documentation/describe-answers.ts';
import { allowKeeping, isNamed, writeEtag } from '../entity-tags.ts';
import { buildFileName } from '../file-names.ts';
import { BatchInvoiceId, readId } from '../ids-and-pages.ts';
import { whenGone } from '../poll-for-result.ts';
import { getFacturae, readFacturae } from '../reads/signed-facturae.ts';
import { releasePermit } from '../request-semaphores.ts';

/** GET /batch_invoices/{id}/documents/facturae of version 1 and /invoices/{id}/documents/facturae of version 2 */
export const facturaeRoutes: FastifyPluginAsync<
  Dependencies & {
    /** Permits of `PERMITS.downloads`, which both versions share. */
    readonly withPermit: Semaphore;
    readonly version: ApiVersion;
  }
> = async (app, dependencies) => {
  const { version, pool, withPermit } = dependencies;
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
        headers: Type.Object({
          'If-None-Match': Type.Optional(
            Type.String({
              description: 'The `ETag` of your copy of the file. If it is the same, the answer is 304.',
            }),
          ),
        }),
        response: {
          200: {
            description: 'The signed file',
            content: { 'application/xml': { schema: { type: 'string', format: 'binary' } } },
          },
          304: { description: '`If-None-Match` names the `ETag` of this file', type: 'null' },
          ...documentErrors(400, 401, 404, 429, 500, 503),
          422: describeError(
            '`unprocessable_content`: there is no signed file. The invoice failed or is still being processed, Facturae cannot express it, its issuer has no certificate that can sign it (the message contains the reason and the remedy), or it is not signed yet (send the request again after `Retry-After`)',
          ),
        },
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const id = readId(request.params.id);
      const state = await getFacturae(pool, organizationId, id);
      // What follows only waits or has its own semaphore.
      releasePermit(request);
      if (state === null) throw apiError('unknown_invoice', {});
      const { sha256, invoiceNumber, annulledAt } = state.sha256
        ? state
        : await awaitFacturae(dependencies, { organizationId, id, state, gone: whenGone(reply) });
      const etag = writeEtag(sha256!);
      allowKeeping(reply, etag);
      if (annulledAt !== null) reply.header('X-Annulled-At', annulledAt);
      if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send();
      const reading = withPermit(organizationId, () => readFacturae(pool, organizationId, id));
      const file = await reading.catch((error: unknown) => {
        throw error instanceof SemaphoreTimeout ? apiError('many_downloads', {}) : error;
      });
      return reply
        .type('application/xml; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${buildFileName(invoiceNumber!, 'xsig')}"`)
        .send(file);
    },
  );
};
