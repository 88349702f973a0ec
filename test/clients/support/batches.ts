import type { BatchInput } from '../../../clients/typescript/src/engine.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { buildBatchV2 } from '../../support/invoices-v2.ts';

/**
 * Builds a batch of valid invoices with the external ids `<series>-ext-0` and so on, and the
 * numbers `<series>-1` and so on.
 */
export function buildBatch(
  count: number,
  series: string,
  changes: (index: number) => InvoiceInput = () => ({}),
): BatchInput {
  const invoices = Array.from({ length: count }, (_none, index) => changes(index));
  return buildBatchV2(series, ...invoices).invoice_batch as BatchInput;
}
