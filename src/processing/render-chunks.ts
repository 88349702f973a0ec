import { WEIGHT_PER_SECOND } from '../pdf/print-weight.ts';
import type { Hint } from '../queue/hints.ts';
import { LONG_WEIGHT, SLOW_WEIGHT } from './print-lanes.ts';

/** Positions of a batch that one job renders: one print, a tenth of a second, so that others get their turn soon. */
export const RENDER_CHUNK = 16;

/** The hints that render a whole batch. */
export function hintRenderings(organizationId: number, batchId: number, invoices: number): Hint[] {
  const chunks = Math.ceil(invoices / RENDER_CHUNK);
  return Array.from({ length: chunks }, (_, chunk) =>
    hintRendering({ organizationId, batchId, invoices }, chunk),
  );
}

/** The hint that renders one invoice. */
export function hintInvoiceRendering(organizationId: number, issuedInvoiceId: number): Hint {
  const batchId = Math.floor(issuedInvoiceId / 1000);
  const position = issuedInvoiceId % 1000;
  return { name: 'render-pdfs', payload: { organizationId, batchId, from: position, to: position }, work: 1 };
}

/** The hint that renders one chunk of a batch of so many invoices. */
export function hintRendering(
  batch: { readonly organizationId: number; readonly batchId: number; readonly invoices: number },
  chunk: number,
): Hint {
  const { organizationId, batchId, invoices } = batch;
  const from = chunk * RENDER_CHUNK;
  const to = Math.min(from + RENDER_CHUNK, invoices) - 1;
  return { name: 'render-pdfs', payload: { organizationId, batchId, from, to }, work: to - from + 1 };
}

/** The hint that renders one long invoice. However heavy it is, it is printed or handed over within the limit. */
export function hintLongRendering(
  batch: { readonly organizationId: number; readonly batchId: number },
  position: number,
  weight = LONG_WEIGHT,
): Hint {
  const { organizationId, batchId } = batch;
  return {
    name: 'render-long-pdf',
    payload: { organizationId, batchId, position },
    work: Math.min(weight, SLOW_WEIGHT) / WEIGHT_PER_SECOND,
  };
}

/** The hint that renders one invoice whose print takes too long for the long ones. */
export function hintSlowRendering(
  batch: { readonly organizationId: number; readonly batchId: number },
  position: number,
  weight: number,
): Hint {
  const { organizationId, batchId } = batch;
  return {
    name: 'render-slow-pdf',
    payload: { organizationId, batchId, position },
    work: Math.max(weight, SLOW_WEIGHT) / WEIGHT_PER_SECOND,
  };
}
