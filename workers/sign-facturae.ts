import type { SignFacturaeJob } from '../src/contracts/jobs.ts';
import { signIssuedFacturae, type SigningContext } from '../src/remit/sign-facturae.ts';
import { Snooze } from './job-outcomes.ts';

/**
 * The most jobs for batches that a process runs at once. Signing a batch of 1000 takes about 5 s,
 * and each job occupies one of the slots in which records are sent to AEAT. Signatures of single
 * invoices take milliseconds and are not counted.
 */
const BATCHES_AT_ONCE = 2;
/** How long a job for a batch waits for another attempt to start. */
const PAUSE_MS = 1000;

/** Creates the processor that signs the Facturae of issued invoices: of one, or of a batch. */
export function buildSignFacturae(context: SigningContext) {
  let batches = 0;
  return async (job: SignFacturaeJob): Promise<object> => {
    if (job.lastInvoiceId === undefined) return sign(job);
    if (batches >= BATCHES_AT_ONCE)
      return new Snooze(new Date(Date.now() + PAUSE_MS * (0.5 + Math.random())), job);
    batches += 1;
    return sign(job).finally(() => (batches -= 1));
  };

  async function sign(job: SignFacturaeJob): Promise<object> {
    const { signed, refused } = await signIssuedFacturae(context, job);
    return { signed, refused: refused.length, reasons: [...new Set(refused)] };
  }
}
