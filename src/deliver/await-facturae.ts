import { ApiError, apiError } from '../contracts/api-error.ts';
import type { FormatStates } from '../domain/einvoice/refusal.ts';
import type { FileRequests } from './file-requests.ts';
import { refuseDocument } from './refuse-documents.ts';
import { buildFacturaeJob } from './enqueue-facturae.ts';
import { pollForResult } from './poll-for-result.ts';
import { type FacturaeState, getFacturae, type StoredRefusal } from './reads/signed-facturae.ts';
import { readSigningRefusal } from './signing-refusals.ts';

/** How long a request waits for a file that is being signed for it. */
const PATIENCE_MS = 10_000;

type Wanted = {
  readonly organizationId: number;
  /** Id of the batch invoice. */
  readonly id: number;
  /** Its formats, which a refusal names. */
  readonly states: FormatStates;
  /** Last known state of the file, which is not signed yet. */
  readonly state: FacturaeState;
  /** Aborted when the client is gone, which ends the wait. */
  readonly gone: AbortSignal;
};

/**
 * Lets a worker sign the Facturae of an issued invoice and waits up to ten seconds for it. The API
 * has no key: only workers with the duty remission do.
 * @throws ApiError if the invoice cannot be signed, or if it is not signed in time.
 */
export async function awaitFacturae(
  { pool, jobQueues, logger, metrics }: FileRequests,
  { organizationId, id, states, state, gone }: Wanted,
): Promise<FacturaeState> {
  const ask = () => jobQueues.send([buildFacturaeJob(organizationId, id)]);
  ask().catch((error: unknown) => {
    metrics.enqueueFailures.inc();
    logger.warn({ err: error, issuedInvoiceId: id }, 'The job of a signature could not be enqueued');
  });
  const find = async () => {
    // A refusal of an earlier request may not apply any more, for example after a certificate was
    // added.
    const now = await getFacturae(pool, organizationId, id, state.at);
    if (now?.sha256) return now;
    if (now?.refusal) throw refuse(states, now.refusal);
    // An earlier job of the same organization may have displaced this one, so it is sent again. The
    // first failure to send was already logged and counted.
    void ask().catch(() => {});
    return null;
  };
  const found = await pollForResult(find, { patienceMs: PATIENCE_MS, gone });
  if (found === null) throw apiError('facturae_pending', {});
  return found;
}

function refuse(states: FormatStates, refusal: StoredRefusal): ApiError {
  const { rule, message, error } = readSigningRefusal(refusal);
  return error ? new ApiError(error) : refuseDocument(states, { rule, message }, { except: 'facturae' });
}
