import { expect, it } from 'vitest';
import { JOBS, type JobName } from '../../../src/platform/jobs/catalog.ts';
import { findFault } from '../../../src/platform/jobs/check-payload.ts';

/*
 * Payloads as versions of the program wrote them: jobs that wait in Redis while it is changed, and that older processes send while newer
 * workers run already. Each must be run by every later version. Add to this list, take nothing away.
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
  { name: 'remit-records', payload: { organizationId: 3, chainId: 17, records: 40, isFull: false } },
  { name: 'remit-records', payload: { organizationId: 3, chainId: 17, records: 1000, isFull: true } },
  // A chain that is only to be compared.
  { name: 'remit-records', payload: { organizationId: 3, chainId: 17, records: 0, isFull: false } },
  { name: 'deliver-webhooks', payload: { organizationId: 3, endpointId: 17 } },
];

it.each(EARLIER)('a job $name of an earlier version is run: $payload', ({ name, payload }) => {
  expect(findFault(name, payload)).toBeNull();
});

it.each(EARLIER)('a job $name of a later version, which says more, is run: $payload', ({ name, payload }) => {
  expect(findFault(name, { ...payload, addedLater: 'yes' })).toBeNull();
});

it('every kind of job has one', () => {
  expect(new Set(EARLIER.map(({ name }) => name))).toEqual(new Set(Object.keys(JOBS)));
});
