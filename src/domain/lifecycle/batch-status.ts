import type { BatchStatus } from '../../contracts/codes.ts';

export type FinalBatchStatus = Extract<BatchStatus, 'processed' | 'processed_with_errors' | 'failed'>;

/**
 * Returns the final status of a batch from the numbers of its issued and failed invoices. Failures
 * at creation count too.
 */
export function finalBatchStatus({ issued, failed }: { issued: number; failed: number }): FinalBatchStatus {
  if (failed === 0) return 'processed';
  return issued === 0 ? 'failed' : 'processed_with_errors';
}
