import type { ProcessingStatus } from '../../contracts/codes.ts';

export type FinalProcessingStatus = Extract<ProcessingStatus, 'processed' | 'failed'>;

/** Whether a batch invoice has been issued or has failed: no state follows. */
export function isFinalProcessingStatus(status: ProcessingStatus): status is FinalProcessingStatus {
  return status === 'processed' || status === 'failed';
}
