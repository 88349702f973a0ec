import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { hashToken } from '../access/sessions.ts';
import { type Semaphore, SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import { apiError } from '../../contracts/api-error.ts';
import { RegistrationAnswer } from '../../contracts/answers.ts';
import type { ApiVersion } from '../../contracts/codes.ts';
import { AnnulBody, ResendBody } from '../../contracts/correction-input.ts';
import {
  type Corrected,
  correctInvoice,
  InvoiceNotIssued,
  KeyMayNotCorrect,
} from '../../operate/correct-invoice.ts';
import { buildCorrectionJobs } from '../../operate/correction-jobs.ts';
import { isLockTimeout } from '../../platform/postgres/failures.ts';
import { getRegistration } from '../reads/registration.ts';
import { organizationOf } from '../authentication.ts';
import { releasePermit } from '../request-semaphores.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  describeAnswer,
  describeError,
  documentErrors,
  EXTENSIONS,
} from '../documentation/describe-answers.ts';
import { BatchInvoiceId, readId } from '../ids-and-pages.ts';
import { readCorrection } from '../read-correction.ts';
import { buildRegistrationAnswer } from '../registration-answer.ts';
import type { WithBody } from '../bodies/request-bodies.ts';

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

/** Where each version has corrections, and how its documentation describes the id. */
const PLACES = {
  1: { path: '/batch_invoices/:id', tag: EXTENSIONS, id: '`{id}` is the id of the batch invoice.' },
  2: { path: '/invoices/:id', tag: 'Invoices', id: '`{id}` is the id of the invoice.' },
} as const satisfies Readonly<Record<ApiVersion, object>>;

/** POST /batch_invoices/:id/annul and …/resend of version 1, and /invoices/:id/annul and …/resend of version 2 */
export const correctionRoutes: FastifyPluginAsync<
  Dependencies & {
    readonly withBody: WithBody;
    /** Permits of `PERMITS.corrections` and `PERMITS.allCorrections`, which both versions share. */
    readonly withPermit: Semaphore;
    readonly withSharedPermit: Semaphore;
    readonly version: ApiVersion;
  }
> = async (app, dependencies) => {
  const { version, withBody, withPermit, withSharedPermit } = dependencies;
  const { pool, orm, jobQueues, metrics, logger, now, software, tracker } = dependencies;
  const { path, tag, id } = PLACES[version];

  for (const action of ['annul', 'resend'] as const) {
    const { body, description, ...told } = ACTIONS[action];
    app.post<{ Params: { id: string } }>(
      `${path}/${action}`,
      {
        bodyLimit: BODY_LIMIT,
        schema: {
          ...told,
          description: `${description} ${id}`,
          tags: [tag],
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
        const invoiceId = readId(request.params.id);
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
    const { organizationId, chainId, sequence, kind } = corrected;
    request.log.info({ organizationId, invoiceId, chainId, sequence, kind }, 'Invoice corrected');
    jobQueues.send(buildCorrectionJobs(corrected, invoiceId)).catch((error: unknown) => {
      metrics.enqueueFailures.inc();
      logger.warn(
        { err: error, invoiceId },
        'A job could not be enqueued; the reconciler will submit the correction',
      );
    });
  }
};

/** Returns the credentials of the correction: the organization and the hash of its session token. */
function keyOf(request: FastifyRequest) {
  const { organizationId } = organizationOf(request);
  return { organizationId, tokenHash: hashToken(request.headers.authorization!) };
}
