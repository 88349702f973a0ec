import { formatMessage } from '../contracts/messages/format-message.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { blameOf, OwnFault } from './blame.ts';
import type { PreparedBatch } from './prepare-batch.ts';

/**
 * The error message of an invoice that the database refuses, or on which alone the engine's code
 * failed. The rest of its batch is issued.
 */
export const BROKEN_INVOICE = formatMessage('internal_error');

/**
 * Marks the invoice on which the preparation rules threw as failed.
 * @throws OwnFault when the rules threw on more than one invoice, or when no other invoice shows
 *   that they work.
 */
export function failBroken(
  { logger }: { readonly logger: Logger },
  batchId: number,
  prepared: PreparedBatch,
): PreparedBatch {
  const { broken, errors, invoices } = prepared;
  const [found] = broken;
  if (!found) return prepared;
  const [position, error] = found;
  logger.error(
    { err: error, batchId, positions: [...broken.keys()] },
    'The program failed while preparing invoices',
  );
  if (broken.size > 1 || blameOf(error) === 'none' || invoices.size + errors.size === 0) {
    throw new OwnFault('The program failed while preparing the invoices of the batch', { cause: error });
  }
  return { ...prepared, errors: new Map([...errors, [position, BROKEN_INVOICE]]) };
}
