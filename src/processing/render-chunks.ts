import type { Hint } from '../queue/hints.ts';

/** Positions of a batch that one job renders. */
export const RENDER_CHUNK = 100;

/** The hints that render a whole batch. */
export function hintRenderings(organizationId: number, batchId: number, invoices: number): Hint[] {
  const chunks = Math.ceil(invoices / RENDER_CHUNK);
  return Array.from({ length: chunks }, (_, chunk) => hintRendering(organizationId, batchId, chunk));
}

/** The hint that renders one invoice. */
export function hintInvoiceRendering(organizationId: number, issuedInvoiceId: number): Hint {
  const batchId = Math.floor(issuedInvoiceId / 1000);
  const position = issuedInvoiceId % 1000;
  return { name: 'render-pdfs', payload: { organizationId, batchId, from: position, to: position } };
}

/** The hint that renders one chunk of a batch. */
export function hintRendering(organizationId: number, batchId: number, chunk: number): Hint {
  const from = chunk * RENDER_CHUNK;
  return {
    name: 'render-pdfs',
    payload: { organizationId, batchId, from, to: from + RENDER_CHUNK - 1 },
  };
}
