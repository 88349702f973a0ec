import type { InvoiceInput as InvoiceInputV1 } from '../../contracts/invoice-input.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { isDeferredLine } from './deferred-lines.ts';

/**
 * Translates an invoice of version 1 to the input of version 2, which the rules read. The versions differ in one member: version 1's
 * `operation_date` is the issue date. If every line has regime 14 or 15, it is the date of the operation, and the issue date is today.
 */
export function translateV1(invoice: InvoiceInputV1): InvoiceInput {
  const lines = invoice.lines ?? [];
  const isDeferred = lines.length > 0 && lines.every((line) => isDeferredLine(line, 1));
  return isDeferred
    ? invoice
    : { ...invoice, issue_date: invoice.operation_date ?? null, operation_date: null };
}
