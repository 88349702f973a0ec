import { expect, it } from 'vitest';
import { JOBS, type JobName } from '../../../src/platform/jobs/catalog.ts';
import { findFault } from '../../../src/platform/jobs/check-payload.ts';

/*
 * Payloads as each version of the product wrote them. Such jobs wait in Redis during an update, and
 * older processes enqueue them while newer workers already run. Every later version must accept
 * them. Add to this list and never remove an entry.
 */
const EARLIER: readonly { readonly name: JobName; readonly payload: object }[] = [
  { name: 'process-batch', payload: { organizationId: 3, batchId: 17, invoices: 1000, work: 1000 } },
  { name: 'process-batch', payload: { organizationId: 3, batchId: 17, invoices: 50, work: 480 } },
  { name: 'render-pdfs', payload: { organizationId: 3, batchId: 17, from: 0, to: 99 } },
  { name: 'render-pdfs', payload: { organizationId: 3, batchId: 17, from: 5, to: 5 } },
  { name: 'render-pdfs', payload: { organizationId: 3, batchId: 17, from: 5, to: 5, isAsked: true } },
  { name: 'render-long-pdf', payload: { organizationId: 3, batchId: 17, position: 5 } },
  {
    name: 'render-slow-pdf',
    payload: { organizationId: 3, batchId: 17, position: 5, isAsked: true, isOrdered: true },
  },
  { name: 'render-slow-pdf', payload: { organizationId: 3, batchId: 17, position: 5 } },
  { name: 'render-preview', payload: { organizationId: 3, previewId: 17 } },
  { name: 'remit-records', payload: { organizationId: 3, chainId: 17, records: 40, isFull: false } },
  { name: 'remit-records', payload: { organizationId: 3, chainId: 17, records: 1000, isFull: true } },
  // A chain that is compared with AEAT's register but sends nothing.
  { name: 'remit-records', payload: { organizationId: 3, chainId: 17, records: 0, isFull: false } },
  {
    name: 'send-sii-entries',
    payload: { organizationId: 3, chainId: 17, slot: 0, entries: 5 },
  },
  {
    name: 'deliver-to-spfe',
    payload: { organizationId: 3, chainId: 17, slot: 0, deliveries: 5 },
  },
  { name: 'sign-facturae', payload: { organizationId: 3, issuedInvoiceId: 17000 } },
  { name: 'compare-sii-book', payload: { organizationId: 3, comparisonId: 17 } },
  { name: 'draft-sii-backlog', payload: { organizationId: 3, backlogId: 17 } },
  { name: 'ask-census', payload: { organizationId: 3 } },
  {
    name: 'sign-facturae',
    payload: { organizationId: 3, issuedInvoiceId: 17000, lastInvoiceId: 17999 },
  },
  { name: 'deliver-webhooks', payload: { organizationId: 3, endpointId: 17 } },
];

it.each(EARLIER)('a job $name of an earlier version is accepted: $payload', ({ name, payload }) => {
  expect(findFault(name, payload)).toBeNull();
});

it.each(EARLIER)(
  'a job $name of a later version, with an additional member, is accepted: $payload',
  ({ name, payload }) => {
    expect(findFault(name, { ...payload, addedLater: 'yes' })).toBeNull();
  },
);

it('every kind of job has an earlier payload', () => {
  expect(new Set(EARLIER.map(({ name }) => name))).toEqual(new Set(Object.keys(JOBS)));
});
