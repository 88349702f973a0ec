import { FULL_ENVELOPE } from 'verifactu-protocol/remission/flow-control';
import type { NewJob } from '../platform/jobs/job-queues.ts';

/** Builds the jobs that send the records of some chains. */
export function buildRemissionJobs(
  organizationId: number,
  chains: readonly { readonly chainId: number; readonly pending: number }[],
): NewJob[] {
  return chains.map(({ chainId, pending }) => ({
    name: 'remit-records',
    payload: { organizationId, chainId, records: pending, isFull: pending >= FULL_ENVELOPE },
    work: 1,
  }));
}
