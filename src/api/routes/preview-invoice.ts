import type { FastifyPluginAsync } from 'fastify';
import { PERMITS, SMALL_BODY_BYTES } from '../../platform/admission/limits.ts';
import { createSemaphore, SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import type { Intake } from '../../accept/intake.ts';
import { previewInvoice } from '../../accept/preview-invoice.ts';
import { ApiError, apiError } from '../../contracts/api-error.ts';
import { INVOICE } from '../../contracts/v2/invoice-members.ts';
import { organizationOf } from '../authentication.ts';
import { awaitPreview } from '../../deliver/await-preview.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeError, documentErrors } from '../documentation/describe-answers.ts';
import { buildFileName } from '../../deliver/file-names.ts';
import { whenGone } from '../../deliver/poll-for-result.ts';
import { readIssuedDocument } from '../../platform/literals/issued-documents.ts';
import { releasePermit } from '../limits/request-semaphores.ts';

/** POST /invoices/preview: the PDF of an invoice that is not issued. */
export const previewRoutes: FastifyPluginAsync<
  Dependencies & { readonly withBody: WithBody; readonly intake: Intake }
> = async (app, dependencies) => {
  const { withBody, intake, pool, now } = dependencies;
  const withPermit = createSemaphore(PERMITS.previews);

  app.post(
    '/invoices/preview',
    {
      bodyLimit: SMALL_BODY_BYTES,
      config: { right: 'submit' },
      schema: {
        operationId: 'previewInvoice',
        summary: 'Preview invoice',
        description:
          'Returns the PDF that an invoice would have if it were issued now, with the word BORRADOR and without a QR code. Nothing is stored, no number is used, and nothing is registered. The request waits for the PDF for up to 15 seconds.',
        tags: ['Invoice batches'],
        body: INVOICE.schema,
        response: {
          200: {
            description: 'The PDF of the preview',
            content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
          },
          ...documentErrors(400, 401, 408, 413, 415, 429, 500, 503),
          422: describeError('`validation_failed`: the details say what is wrong with the invoice'),
        },
      },
    },
    async (request, reply) => {
      const organization = organizationOf(request);
      const { organizationId } = organization;
      const outcome = await withBody(request, (body) =>
        previewInvoice(
          { pool, ...intake },
          {
            organization,
            body,
            now: now(),
            readDocument: (id) => readIssuedDocument(pool, organizationId, id),
          },
        ),
      );
      if (outcome.kind === 'refused') throw new ApiError(outcome);
      const { document } = outcome;
      // What follows only waits or has its own semaphore.
      releasePermit(request);
      const gone = whenGone(reply);
      const rendering = withPermit(organizationId, () =>
        awaitPreview(dependencies, { organizationId, document, gone }),
      );
      const pdf = await rendering.catch((error: unknown) => {
        throw error instanceof SemaphoreTimeout ? apiError('many_previews', {}) : error;
      });
      return reply
        .type('application/pdf')
        .header('Content-Disposition', `inline; filename="BORRADOR-${buildFileName(document.number, 'pdf')}"`)
        .send(pdf);
    },
  );
};
