import { showControls } from '../../contracts/acts.ts';
import type { ListedCollection } from '../../remit/sii/issuers.ts';

/**
 * Describes what SII is told of a payment:
 * `cobro of 121.00 on 2026-11-25 rejected, payment 17, due by 2026-12-01  (AEAT 1117: …)`
 */
export function describeCollection(collection: ListedCollection): string {
  const { paymentId, date, amount, state, isWithdrawn, dueBy, code, message } = collection;
  const due = dueBy === null ? 'no known deadline' : `due by ${dueBy}`;
  const held = isWithdrawn && state === 'pending' ? ', not sent while its invoice is withdrawn' : '';
  const why =
    code === null && message === null ? '' : `  (AEAT ${code ?? ''}: ${showControls(message ?? '')})`;
  return `cobro of ${amount} on ${date} ${state}, payment ${paymentId}, ${due}${held}${why}`;
}
