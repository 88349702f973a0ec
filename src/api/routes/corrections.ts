import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { hashToken } from '../../organizations/access/sessions.ts';
import { type Semaphore, SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import { apiError } from '../../contracts/api-error.ts';
import { RegistrationAnswer } from '../../contracts/answers.ts';
import { AnnulBody, ResendBody } from '../../contracts/correction-input.ts';
import { correctInvoice, InvoiceNotIssued } from '../../operate/correct-invoice.ts';
import { type Corrected, KeyMayNotCorrect } from '../../operate/correction-order.ts';
import { buildCorrectionJobs } from '../../operate/correction-jobs.ts';
import { isLockTimeout } from '../../platform/postgres/failures.ts';
import { getRegistration } from '../reads/registration.ts';
import { organizationOf } from '../authentication.ts';
import { releasePermit } from '../limits/request-semaphores.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import { BatchInvoiceId } from '../queries/parameters.ts';
import { readCorrection } from '../bodies/read-correction.ts';
import { buildRegistrationAnswer } from '../answers/registration-answer.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import type { ApiForm } from '../versions.ts';

/** Room for a reason and the JSON around it. */
const BODY_LIMIT = 16 * 1024;

const REFUSALS =
  '`validation_failed`: the body is not a valid correction. Otherwise the code is the reason why the invoice cannot be corrected in this way: `not_issued`, `not_registered` (without VeriFactu), ' +
  '`not_answered_yet` (by AEAT; repeat the request after `Retry-After` seconds), `nothing_to_correct`, `already_annulled`, `corrected_by_others` (annul those invoices first), `annulment_refused` (by AEAT; resend it), ' +
  '`recipient_not_applicable`, `register_unclear`, `chain_suspended` or `chain_halted` (an operator must resolve the last three)';

const ACTIONS = {
  annul: {
    operationId: 'annulInvoice',
    summary: 'Annul an issued invoice',
    description:
      'Annuls an invoice that should never have been issued. The engine creates a RegistroAnulacion and sends it to AEAT immediately; from then on the PDF shows the annulment. ' +
      'Repeating the request with the same reason has no further effect.',
    body: AnnulBody,
  },
  resend: {
    operationId: 'resendInvoice',
    summary: 'Resend the registration of an invoice',
    description:
      'Sends a record again that AEAT rejected or accepted with errors: as a subsanación with the flags that AEAT requires, or as a new annulment. ' +
      'Repeating the request with the same reason has no further effect unless AEAT has rejected the new record.',
    body: ResendBody,
  },
} as const;

/** POST /invoices/:id/annul and …/resend, or /batch_invoices/:id/annul and …/resend */
export const correctionRoutes: FastifyPluginAsync<
  Dependencies & {
    readonly withBody: WithBody;
    /** Permits of `PERMITS.corrections` and `PERMITS.allCorrections`, which both versions share. */
    readonly withPermit: Semaphore;
    readonly withSharedPermit: Semaphore;
    readonly form: ApiForm;
  }
> = async (app, dependencies) => {
  const { withBody, withPermit, withSharedPermit } = dependencies;
  const { pool, orm, jobQueues, metrics, logger, now, software, tracker } = dependencies;
  const { path, name } = dependencies.form.invoices;

  for (const action of ['annul', 'resend'] as const) {
    const { body, description, ...told } = ACTIONS[action];
    app.post<{ Params: { id: number } }>(
      `${path}/:id/${action}`,
      {
        bodyLimit: BODY_LIMIT,
        config: { right: 'correct' },
        schema: {
          ...told,
          description: `${description} \`{id}\` is the id of the ${name}.`,
          tags: ['Invoices'],
          params: Type.Object({ id: BatchInvoiceId }),
          body,
          response: {
            202: describeAnswer(
              'The registration of the invoice, including the new record',
              RegistrationAnswer,
            ),
            ...documentErrors(400, 401, 404, 408, 413, 415, 429, 500, 503),
            422: describeError(REFUSALS),
          },
        },
      },
      async (request, reply): Promise<RegistrationAnswer> => {
        const invoiceId = request.params.id;
        const input = await withBody(request, async (bytes) => readCorrection(bytes, action));
        const { organizationId } = organizationOf(request);
        // What follows waits for the chain and has its own semaphores.
        releasePermit(request);
        try {
          const order = { ...input, invoiceId, action, key: keyOf(request) };
          const activeLineage = await tracker.recall();
          const context = { pool, orm, now, software, aeat: null, activeLineage };
          const corrected = await withPermit(organizationId, () =>
            withSharedPermit('all', () => correctInvoice(context, order)),
          );
          if (!corrected.isRepeated) announce(corrected, invoiceId, request);
        } catch (error) {
          throw await explain(error, request, invoiceId);
        }
        reply.code(202);
        return buildRegistrationAnswer((await getRegistration(pool, organizationId, invoiceId))!);
      },
    );
  }

  /** Returns the error to answer for an error of a correction. */
  async function explain(error: unknown, request: FastifyRequest, invoiceId: number): Promise<unknown> {
    if (error instanceof KeyMayNotCorrect) return apiError('missing_right', { right: 'correct' });
    if (error instanceof SemaphoreTimeout || isLockTimeout(error)) return apiError('many_corrections', {});
    if (!(error instanceof InvoiceNotIssued)) return error;
    const found = await getRegistration(pool, organizationOf(request).organizationId, invoiceId);
    if (!found) return apiError('unknown_invoice', {});
    const { processingError: reason } = found;
    return reason === null ? apiError('invoice_pending', {}) : apiError('invoice_failed', { reason });
  }

  /** Enqueues the stored correction. If the job is lost, the reconciler finds the record. */
  function announce(corrected: Corrected, invoiceId: number, request: FastifyRequest): void {
    const { isRepeated: _none, ...added } = corrected;
    request.log.info({ ...added, invoiceId }, 'Invoice corrected');
    jobQueues.send(buildCorrectionJobs(corrected, invoiceId)).catch((error: unknown) => {
      metrics.enqueueFailures.inc();
      logger.warn(
        { err: error, invoiceId },
        'A job could not be enqueued; the reconciler will submit the correction',
      );
    });
  }
};

/**
 * Returns the credentials of the correction: the organization and the hash of its session token.
 */
function keyOf(request: FastifyRequest) {
  const { organizationId } = organizationOf(request);
  return { organizationId, tokenHash: hashToken(request.headers.authorization!) };
}
