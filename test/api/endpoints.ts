/** A request to each endpoint that needs a session, with ids that do not exist. */
export const PROTECTED = [
  { method: 'POST', url: '/api/v1/invoice_batches' },
  { method: 'GET', url: '/api/v1/invoice_batches' },
  { method: 'GET', url: '/api/v1/invoice_batches/1' },
  { method: 'GET', url: '/api/v1/invoice_batches/1/batch_invoices' },
  { method: 'GET', url: '/api/v1/batch_invoices/1' },
  { method: 'GET', url: '/api/v1/batch_invoices/1/pdf' },
  { method: 'GET', url: '/api/v1/batch_invoices/1/documents/facturae' },
  { method: 'DELETE', url: '/api/v1/auth/sessions' },
  { method: 'POST', url: '/api/v1/invoice_batches/validate' },
  { method: 'GET', url: '/api/v1/invoice_batches/1/summary' },
  { method: 'GET', url: '/api/v1/invoice_batches/1/pdfs' },
  { method: 'GET', url: '/api/v1/invoice_batches/1/documents?format=ubl' },
  { method: 'GET', url: '/api/v1/batch_invoices/1/documents' },
  { method: 'GET', url: '/api/v1/batch_invoices/1/documents/ubl' },
  { method: 'GET', url: '/api/v1/batch_invoices' },
  { method: 'GET', url: '/api/v1/batch_invoices/1/registration' },
  { method: 'GET', url: '/api/v1/registration_status' },
  { method: 'GET', url: '/api/v1/responsible_declaration' },
  { method: 'POST', url: '/api/v1/batch_invoices/1/annul' },
  { method: 'POST', url: '/api/v1/batch_invoices/1/resend' },
] as const;

/** The requests among them that are rate limited. */
export const READS = PROTECTED.filter(
  ({ method, url }) => method === 'GET' || /(validate|annul|resend)$/.test(url),
);

/** Returns the body of an error response. */
export const errorBody = (code: string, message: string) => ({ error: { code, message } });
