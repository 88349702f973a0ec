import { isInvoiceDataError } from '../platform/postgres/failures.ts';

/**
 * The possible cause of an error while a batch is issued.
 * - `data`: the database refuses the data of an invoice.
 * - `code`: the engine's own code failed, possibly because of one invoice.
 * - `time`: reading what invoices name was canceled at the time limit of statements, possibly
 *   because of one of them.
 * - `none`: any other error, such as an outage, a lock, a database guard or exhausted memory. An
 *   invoice never causes these errors.
 */
export type Blame = 'data' | 'code' | 'time' | 'none';

const OF_CODE = [TypeError, RangeError, URIError, SyntaxError, ReferenceError];
/**
 * V8 throws these RangeErrors when memory is exhausted or when a string or array would exceed its
 * maximum length.
 */
const OF_MEMORY = /^(Invalid (string|array|array buffer|typed array) length|Array buffer allocation failed)/;

/**
 * Returns the possible cause of an error. Exhausted memory is never blamed on an invoice, although
 * V8 reports it as a RangeError.
 */
export function blameOf(error: unknown): Blame {
  if (isInvoiceDataError(error)) return 'data';
  if (error instanceof LookupTooLong) return 'time';
  const isCode = OF_CODE.some((kind) => error instanceof kind);
  return isCode && !OF_MEMORY.test((error as Error).message) ? 'code' : 'none';
}

/**
 * An error in the engine that affects more than one invoice, or that cannot be attributed to
 * exactly one. The batch stays due.
 */
export class OwnFault extends Error {
  override name = 'OwnFault';
}

/** What the invoices of a batch name could not be read within the time limit of statements. */
export class LookupTooLong extends Error {
  override name = 'LookupTooLong';
}
