import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, describeRefusal } from '../../contracts/api-error.ts';
import { ISSUED_WITHIN_SECONDS } from '../../contracts/limits.ts';
import type { PendingInvoiceAnswer } from '../../contracts/v2/invoice-answers.ts';
import { whenGone } from '../../deliver/poll-for-result.ts';
import { buildBatchInvoiceId } from '../../domain/invoice/batch-invoice-id.ts';
import type { AcceptedRequest } from '../acceptance.ts';
import { organizationOf } from '../authentication.ts';
import type { IssuedBatches, Standing } from '../await-issued.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { Dependencies } from '../dependencies.ts';
import { releasePermit, retakePermit } from '../limits/request-semaphores.ts';
import { type Preference, readPreference } from '../queries/prefer.ts';
import { getRegistration } from '../reads/registration.ts';
import { API_FORMS } from '../versions.ts';
import { createInvoiceReader } from './read-whole-invoice.ts';

const { prefix, invoices } = API_FORMS[2];
/** Seconds after which a client should look again. */
const LOOK_AGAIN_SECONDS = 1;

/**
 * Answers a request that created one invoice: 201 with the issued invoice, or 202 if it is not
 * issued within the time that the client wants to wait.
 * @throws ApiError if the invoice failed when it was issued.
 */
export type InvoiceAnswerer = (
  request: FastifyRequest,
  reply: FastifyReply,
  accepted: AcceptedRequest,
) => Promise<FastifyReply>;

/** Creates the answerer of a process. */
export function createInvoiceAnswerer({
  issued,
  pool,
  writer,
  limits,
  environment,
}: Pick<Dependencies, 'pool' | 'writer' | 'limits' | 'environment'> & {
  readonly issued: IssuedBatches;
}): InvoiceAnswerer {
  const readWholeInvoice = createInvoiceReader({ pool, writer, environment });
  const longestMs = limits?.issuedWithinMs ?? ISSUED_WITHIN_SECONDS * 1000;

  /** Waits until the invoice is issued, for as long as the client prefers. */
  async function awaitIssued(
    request: FastifyRequest,
    reply: FastifyReply,
    accepted: AcceptedRequest,
    preference: Preference,
  ): Promise<Standing> {
    const { organizationId } = organizationOf(request);
    const batch = { organizationId, batchId: accepted.batchId };
    if (accepted.kind === 'replayed') {
      const standing = await issued.look(batch);
      if (standing !== 'pending') return standing;
    }
    const wantedMs = preference.waitSeconds === null ? longestMs : preference.waitSeconds * 1000;
    const isAtOnce = preference.isAsync && preference.waitSeconds === null;
    releasePermit(request);
    const standing = await issued.wait(batch, {
      forMs: isAtOnce ? 0 : Math.min(wantedMs, longestMs),
      gone: whenGone(reply),
    });
    // The invoice is stored, so the request is answered in any case.
    await retakePermit(request).catch(() => {});
    return standing;
  }

  /** Returns what preference the answer follows; null if none. */
  function describeApplied({ waitSeconds, isAsync }: Preference, standing: Standing): string | null {
    const names = [
      ...(isAsync && standing === 'pending' ? ['respond-async'] : []),
      ...(waitSeconds !== null && waitSeconds * 1000 <= longestMs ? [`wait=${waitSeconds}`] : []),
    ];
    return names.length === 0 ? null : names.join(', ');
  }

  async function explainFailure(organizationId: number, id: number): Promise<ApiError> {
    const registration = await getRegistration(pool, organizationId, id);
    const reason = registration!.processingError!;
    return new ApiError({ ...describeRefusal('stored_invoice_failed', { reason }), invoiceId: id });
  }

  return async (request, reply, accepted) => {
    const { organizationId } = organizationOf(request);
    const { batchId } = accepted;
    const id = buildBatchInvoiceId(batchId, 0);
    if (accepted.kind === 'replayed') reply.header('Idempotency-Replayed', 'true');
    reply.header('Location', `${prefix}${invoices.path}/${id}`);
    const preference = readPreference(request.headers['prefer']);
    const standing = await awaitIssued(request, reply, accepted, preference);
    const applied = describeApplied(preference, standing);
    if (applied !== null) reply.header('Preference-Applied', applied);
    const language = chooseLanguage(request, reply);
    if (standing === 'pending') {
      const answer: PendingInvoiceAnswer = {
        data: {
          id,
          invoice_batch_id: batchId,
          processing_status: 'pending',
          url: `${prefix}${invoices.path}/${id}`,
        },
      };
      return reply.code(202).header('Retry-After', LOOK_AGAIN_SECONDS).send(answer);
    }
    if (standing === 'failed') throw await explainFailure(organizationId, id);
    const answer = await readWholeInvoice(organizationId, id, language);
    return reply.code(201).type('application/json; charset=utf-8').send(answer!);
  };
}
