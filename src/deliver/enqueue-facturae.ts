import type { NewJob } from '../platform/jobs/job-queues.ts';

/** Returns the job to sign the Facturae of an issued invoice, for which a request waits. */
export function buildFacturaeJob(organizationId: number, issuedInvoiceId: number): NewJob {
  return { name: 'sign-facturae', payload: { organizationId, issuedInvoiceId }, urgent: true };
}

/**
 * Returns the job to sign the invoices of a batch when its ZIP is requested.
 * @param missing ids in ascending order, at least one. Invoices between them that are not signed
 *   are tried as well.
 */
export function buildFacturaeJobOfBatch(organizationId: number, missing: readonly number[]): NewJob {
  const payload = { organizationId, issuedInvoiceId: missing[0]!, lastInvoiceId: missing.at(-1)! };
  return { name: 'sign-facturae', payload, work: missing.length };
}
