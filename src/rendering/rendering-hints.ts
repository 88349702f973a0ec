import { readBatchInvoiceId } from '../contracts/batch-invoice-id.ts';
import { INVOICES_PER_PRINT } from '../pdf/print-plan.ts';
import type { Hint } from '../queue/hints.ts';
import { LONG_PRINT_LIMIT_MS, SLOW_PRINT_LIMIT_MS } from './print-lanes.ts';

/** The hints that render a whole batch. */
export function hintRenderings(organizationId: number, batchId: number, invoices: number): Hint[] {
  const chunks = Math.ceil(invoices / INVOICES_PER_PRINT);
  return Array.from({ length: chunks }, (_, chunk) =>
    hintRendering({ organizationId, batchId, invoices }, chunk),
  );
}

/** The hint that renders one invoice. */
export function hintInvoiceRendering(organizationId: number, issuedInvoiceId: number): Hint {
  const { batchId, position } = readBatchInvoiceId(issuedInvoiceId);
  return { name: 'render-pdfs', payload: { organizationId, batchId, from: position, to: position }, work: 1 };
}

/** The hint that renders one chunk of a batch of so many invoices. */
export function hintRendering(
  batch: { readonly organizationId: number; readonly batchId: number; readonly invoices: number },
  chunk: number,
): Hint {
  const { organizationId, batchId, invoices } = batch;
  const from = chunk * INVOICES_PER_PRINT;
  const to = Math.min(from + INVOICES_PER_PRINT, invoices) - 1;
  return { name: 'render-pdfs', payload: { organizationId, batchId, from, to }, work: to - from + 1 };
}

type Batch = { readonly organizationId: number; readonly batchId: number };

/*
 * One at a time is printed, and turns are due times: an organization that is reckoned with less than its jobs take has ever more of them due, and
 * whoever comes then waits for all of these. So each is reckoned with the most that it may take; where nobody else waits it makes no difference.
 */

/** Of a browser that is started anew, as after each print that was given up, on a busy machine. */
const RESTART_SECONDS = 5;

/** The hint that renders one long invoice: it is printed or handed over within the limit. */
export function hintLongRendering({ organizationId, batchId }: Batch, position: number): Hint {
  const payload = { organizationId, batchId, position };
  return { name: 'render-long-pdf', payload, work: LONG_PRINT_LIMIT_MS / 1000 + RESTART_SECONDS };
}

/** The hint that renders one invoice whose print takes too long for the long ones. */
export function hintSlowRendering({ organizationId, batchId }: Batch, position: number): Hint {
  const payload = { organizationId, batchId, position };
  return { name: 'render-slow-pdf', payload, work: SLOW_PRINT_LIMIT_MS / 1000 };
}
