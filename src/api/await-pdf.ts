import { setTimeout as wait } from 'node:timers/promises';
import { apiError } from '../contracts/api-error.ts';
import type { Dependencies } from './dependencies.ts';
import { hintPdf } from './enqueue-pdf.ts';
import { getPdf, type PdfState } from './reads/batch-invoices.ts';
import { refuseUnissued } from './unissued.ts';

/** How long a request waits for a PDF that is being made for it. */
const PATIENCE_MS = 10_000;
/** At first, then every time half as long again: many may wait for long. */
const FIRST_LOOK_MS = 100;
const MAX_PAUSE_MS = 1000;

type Wanted = {
  readonly organizationId: number;
  /** Of the batch invoice. */
  readonly id: number;
  /** What is known of it: there is no PDF, or a damaged one. */
  readonly state: PdfState;
  /** Ends the wait: nobody reads the answer any more. */
  readonly gone: AbortSignal;
  /** Tells of a PDF that is found whether it is the one that must be made anew. */
  readonly isOld?: (found: PdfState) => boolean;
};

/**
 * Asks for a PDF that is not there, ahead of the queue, and waits until it is.
 * @throws ApiError where nothing is issued, and where there is no PDF in time.
 */
export async function awaitPdf(
  { pool, hints, logger, metrics }: Pick<Dependencies, 'pool' | 'hints' | 'logger' | 'metrics'>,
  { organizationId, id, state, gone, isOld = () => false }: Wanted,
): Promise<PdfState> {
  if (!state.isIssued) throw refuseUnissued(state.processingError);
  const ask = () => hints.send([hintPdf(organizationId, id)]);
  ask().catch((error: unknown) => {
    metrics.hintFailures.inc();
    logger.warn({ err: error, issuedInvoiceId: id }, 'Hint lost; the reconciler will find the invoice');
  });
  const deadline = performance.now() + PATIENCE_MS;
  let pause = FIRST_LOOK_MS;
  while (performance.now() < deadline && !gone.aborted) {
    const left = Math.max(0, deadline - performance.now());
    await wait(Math.min(pause, left), undefined, { signal: gone }).catch(() => {});
    const now = gone.aborted ? null : await getPdf(pool, organizationId, id);
    if (now?.sha256 && !isOld(now)) return now;
    // What its organization asked for before may have kept the hint out. That hints get lost was told at the first one.
    if (!gone.aborted) void ask().catch(() => {});
    pause = Math.min(pause * 1.5, MAX_PAUSE_MS);
  }
  throw apiError('pdf_pending', {});
}
