import { type ApiError, apiError } from '../contracts/api-error.ts';
import type { Dependencies } from './dependencies.ts';
import { pollForResult } from './poll-for-result.ts';
import { type FacturaeState, getFacturae } from './reads/signed-facturae.ts';
import { refuseUnissued } from './unissued.ts';

/** How long a request waits for a file that is being signed for it. */
const PATIENCE_MS = 10_000;

type Wanted = {
  readonly organizationId: number;
  /** Id of the batch invoice. */
  readonly id: number;
  /** Last known state of the file, which is not signed yet. */
  readonly state: FacturaeState;
  /** Aborted when the client is gone, which ends the wait. */
  readonly gone: AbortSignal;
};

/**
 * Lets a worker sign the Facturae of an issued invoice and waits up to ten seconds for it. The API has no key: only workers with the duty remission do.
 * @throws ApiError if the invoice is not issued or cannot be signed, or if it is not signed in time.
 */
export async function awaitFacturae(
  { pool, jobQueues, logger, metrics }: Pick<Dependencies, 'pool' | 'jobQueues' | 'logger' | 'metrics'>,
  { organizationId, id, state, gone }: Wanted,
): Promise<FacturaeState> {
  if (!state.isIssued) throw refuseUnissued(state.processingError);
  const payload = { organizationId, issuedInvoiceId: id };
  const ask = () => jobQueues.send([{ name: 'sign-facturae', payload, urgent: true }]);
  ask().catch((error: unknown) => {
    metrics.enqueueFailures.inc();
    logger.warn({ err: error, issuedInvoiceId: id }, 'The job of a signature could not be enqueued');
  });
  const find = async () => {
    // A refusal of an earlier request may not apply any more, for example after a certificate was added.
    const now = await getFacturae(pool, organizationId, id, state.at);
    if (now?.sha256) return now;
    if (now?.refusal) throw describeSigningRefusal(now.refusal);
    // An earlier job of the same organization may have displaced this one, so it is sent again. The first
    // failure to send was already logged and counted.
    void ask().catch(() => {});
    return null;
  };
  const found = await pollForResult(find, { patienceMs: PATIENCE_MS, gone });
  if (found === null) throw apiError('facturae_pending', {});
  return found;
}

/** Returns the error for a request whose invoice a worker could not sign. */
function describeSigningRefusal({ reason, detail }: NonNullable<FacturaeState['refusal']>): ApiError {
  switch (reason) {
    case 'certificate_missing':
      return apiError('signing_certificate_missing', {});
    case 'certificate_not_valid':
      return apiError('signing_certificate_not_valid', {});
    case 'certificate_unusable':
      return apiError('signing_certificate_unusable', {});
    case 'key_not_rsa':
      return apiError('signing_key_not_rsa', {});
    case 'not_expressible':
      return apiError('facturae_not_expressible', { reason: detail ?? 'Facturae' });
  }
}
