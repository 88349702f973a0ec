import { isInvoiceDataError } from '../platform/postgres/failures.ts';

/**
 * Whose fault an error of issuing may be. `data`: the database refuses what an invoice says. `code`: our own code broke, maybe on one
 * invoice. `none`: whatever else, which is never an invoice's: an outage, a lock, a guard, memory that ran out.
 */
export type Blame = 'data' | 'code' | 'none';

const OF_CODE = [TypeError, RangeError, URIError, SyntaxError, ReferenceError];
/** V8 throws RangeErrors where memory, or its longest string or array, does not suffice. */
const OF_MEMORY = /^(Invalid (string|array|array buffer|typed array) length|Array buffer allocation failed)/;

export function blameOf(error: unknown): Blame {
  if (isInvoiceDataError(error)) return 'data';
  const isCode = OF_CODE.some((kind) => error instanceof kind);
  return isCode && !OF_MEMORY.test((error as Error).message) ? 'code' : 'none';
}

/** A fault of ours that more than one invoice meets, or that cannot be told from one: the batch stays due. */
export class OwnFault extends Error {
  override name = 'OwnFault';
}
