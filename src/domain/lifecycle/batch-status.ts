import type { BatchStatus } from '../../contracts/codes.ts';

export type FinalBatchStatus = Extract<BatchStatus, 'processed' | 'processed_with_errors' | 'failed'>;

/** How a batch ends, by how many of its invoices were issued and how many failed, at creation or later. */
export function finalBatchStatus({ issued, failed }: { issued: number; failed: number }): FinalBatchStatus {
  if (failed === 0) return 'processed';
  return issued === 0 ? 'failed' : 'processed_with_errors';
}
