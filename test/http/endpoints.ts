/** Every endpoint that needs a session, as a request of an organization that has nothing yet. */
export const PROTECTED = [
  { method: 'POST', url: '/api/v1/invoice_batches' },
  { method: 'GET', url: '/api/v1/invoice_batches' },
  { method: 'GET', url: '/api/v1/invoice_batches/1' },
  { method: 'GET', url: '/api/v1/invoice_batches/1/batch_invoices' },
  { method: 'GET', url: '/api/v1/batch_invoices/1' },
  { method: 'GET', url: '/api/v1/batch_invoices/1/pdf' },
] as const;

/** Those of them that are rate limited. */
export const READS = PROTECTED.filter(({ method }) => method === 'GET');

/** The body of an error answer. */
export const errorBody = (code: string, message: string) => ({ error: { code, message } });
