import { apiError } from '../contracts/api-error.ts';
import { MAX_PAYMENTS_OF_INVOICE } from '../contracts/limits.ts';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import { findCollectionDueBy } from '../domain/sii/due-by.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { getPayment, insertCounterEntry, type PaymentKey, type StoredPayment } from './stored-payments.ts';

/**
 * Cancels a payment by a counter-entry. A repeated order returns the same counter-entry.
 * @param day of the counter-entry, `YYYY-MM-DD`; null takes that of the payment.
 * @throws ApiError if the key lacks the right, the organization has no such payment, or it cannot be
 *   cancelled.
 */
export async function reversePayment(
  pool: Connection,
  key: PaymentKey,
  id: number,
  day: string | null,
  now: Date,
): Promise<StoredPayment> {
  const today = todayInMadrid(now);
  if (day !== null) await checkDay(pool, key.organizationId, id, day, today);
  const { outcome, counterEntry } = await insertCounterEntry(
    pool,
    key,
    id,
    day,
    findCollectionDueBy(today, today),
    now,
  );
  switch (outcome) {
    case 'forbidden':
      throw apiError('missing_right', { right: 'payments' });
    case 'unknown':
      throw apiError('unknown_payment', {});
    case 'counter_entry':
      throw apiError('counter_entry', {});
    case 'many':
      throw apiError('many_payments', { most: MAX_PAYMENTS_OF_INVOICE });
    case 'done':
    case 'known':
      return (await getPayment(pool, key.organizationId, counterEntry!))!;
  }
}

async function checkDay(
  pool: Connection,
  organizationId: number,
  id: number,
  day: string,
  today: string,
): Promise<void> {
  const payment = await getPayment(pool, organizationId, id);
  if (payment === null || (day >= payment.date && day <= today)) return;
  throw apiError('counter_entry_day', { from: payment.date, today });
}
