import { readBatchInvoiceId } from '../contracts/batch-invoice-id.ts';
import { INVOICES_PER_RENDER_BATCH, type RenderLongPdfJob } from '../contracts/jobs.ts';
import type { Hint } from '../platform/jobs/hints.ts';
import { LONG_RENDER_LIMIT_MS, SLOW_RENDER_LIMIT_MS } from './browser-pools.ts';

/** Invoices that one hint renders. */
export const INVOICES_PER_RENDERING = INVOICES_PER_RENDER_BATCH;

/** The hints that render a whole batch. */
export function hintRenderings(organizationId: number, batchId: number, invoices: number): Hint[] {
  const chunks = Math.ceil(invoices / INVOICES_PER_RENDER_BATCH);
  return Array.from({ length: chunks }, (_, chunk) =>
    hintRendering({ organizationId, batchId, invoices }, chunk),
  );
}

/** The hint that renders one invoice. @param isAsked whether somebody asked for it. */
export function hintInvoiceRendering(organizationId: number, issuedInvoiceId: number, isAsked = false): Hint {
  const { batchId, position } = readBatchInvoiceId(issuedInvoiceId);
  const payload = { organizationId, batchId, from: position, to: position, ...(isAsked && { isAsked }) };
  return { name: 'render-pdfs', payload, work: 1 };
}

/** The hint that renders one chunk of a batch of so many invoices. @param isAsked whether somebody asked for them. */
export function hintRendering(
  batch: { readonly organizationId: number; readonly batchId: number; readonly invoices: number },
  chunk: number,
  isAsked = false,
): Hint {
  const { organizationId, batchId, invoices } = batch;
  const from = chunk * INVOICES_PER_RENDER_BATCH;
  const to = Math.min(from + INVOICES_PER_RENDER_BATCH, invoices) - 1;
  const payload = { organizationId, batchId, from, to, ...(isAsked && { isAsked }) };
  return { name: 'render-pdfs', payload, work: to - from + 1 };
}

type Batch = {
  readonly organizationId: number;
  readonly batchId: number;
  readonly isAsked?: boolean | undefined;
  readonly isOrdered?: boolean | undefined;
};

/*
 * One at a time is printed, and turns are due times: an organization that is reckoned with less than its jobs take has ever more of them due, and
 * whoever comes then waits for all of these. So each is reckoned with the most that it may take; where nobody else waits it makes no difference.
 */

/** Of a browser that is started anew, as after each render batch that was given up, on a busy machine. */
const RESTART_SECONDS = 5;

/** The hint that renders one long invoice: it is printed or handed over within the limit. */
export function hintLongRendering(batch: Batch, position: number): Hint {
  const payload = describeOne(batch, position);
  return { name: 'render-long-pdf', payload, work: LONG_RENDER_LIMIT_MS / 1000 + RESTART_SECONDS };
}

/** The hint that renders one invoice whose render batch takes too long for the long ones. */
export function hintSlowRendering(batch: Batch, position: number): Hint {
  const payload = describeOne(batch, position);
  return { name: 'render-slow-pdf', payload, work: SLOW_RENDER_LIMIT_MS / 1000 };
}

function describeOne(batch: Batch, position: number): RenderLongPdfJob {
  const { organizationId, batchId, isAsked, isOrdered } = batch;
  return { organizationId, batchId, position, ...(isAsked && { isAsked }), ...(isOrdered && { isOrdered }) };
}
