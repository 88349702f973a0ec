import { describe, expect, it } from 'vitest';
import { finalBatchStatus } from '../../../src/domain/lifecycle/batch-status.ts';

describe('the final status of a batch', () => {
  it.each([
    [3, 0, 'processed'],
    [2, 1, 'processed_with_errors'],
    [1, 999, 'processed_with_errors'],
    [0, 3, 'failed'],
  ])('with %d issued and %d failed invoices is %s', (issued, failed, expected) => {
    expect(finalBatchStatus({ issued, failed })).toBe(expected);
  });
});
