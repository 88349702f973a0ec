import { apiError } from '../contracts/api-error.ts';
import type { FileRequests } from './file-requests.ts';
import { buildPdfJob } from './enqueue-pdf.ts';
import { pollForResult } from './poll-for-result.ts';
import { getPdf, type PdfState } from './reads/pdf-state.ts';
import { refuseUnissued } from './refuse-unissued.ts';

/** How long a request waits for a PDF that is being rendered for it. */
const PATIENCE_MS = 10_000;

/** A PDF that a request waits for. */
export type WantedPdf = {
  readonly organizationId: number;
  /** Id of the batch invoice. */
  readonly id: number;
  /** Last known state of the PDF: missing or damaged. */
  readonly state: PdfState;
  /** Aborted when the client is gone, which ends the wait. */
  readonly gone: AbortSignal;
  /** Returns whether a PDF that was found is the one that must be rendered again. */
  readonly isOld?: (found: PdfState) => boolean;
};

/**
 * Requests a missing PDF ahead of the queue and waits up to ten seconds for it.
 * @throws ApiError if the invoice is not issued, or if there is no PDF in time.
 */
export async function awaitPdf(
  { pool, jobQueues, logger, metrics }: FileRequests,
  { organizationId, id, state, gone, isOld = () => false }: WantedPdf,
): Promise<PdfState> {
  if (!state.isIssued) throw refuseUnissued(state.processingError);
  const ask = () => jobQueues.send([buildPdfJob(organizationId, id)]);
  ask().catch((error: unknown) => {
    metrics.enqueueFailures.inc();
    logger.warn(
      { err: error, issuedInvoiceId: id },
      'A job could not be enqueued; the reconciler will render the PDF',
    );
  });
  const find = async () => {
    const now = await getPdf(pool, organizationId, id);
    if (now?.sha256 && !isOld(now)) return now;
    // An earlier job of the same organization may have displaced this one, so it is sent again. The
    // first failure to send was already logged and counted.
    void ask().catch(() => {});
    return null;
  };
  const found = await pollForResult(find, { patienceMs: PATIENCE_MS, gone });
  if (found === null) throw apiError('pdf_pending', {});
  return found;
}
