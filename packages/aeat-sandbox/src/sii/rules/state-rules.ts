import type { OfficeSettings } from '../../exchange/settings.ts';
import type { BookEntry, EntryStatus } from '../book/book.ts';
import { textAt } from '../records/content.ts';
import type { Period } from '../records/invoice.ts';

const DUPLICATE = 3000;
const WITHDRAWN = 3001;
const UNKNOWN = 3002;
const OTHER_PERIOD = 3019;
const UNKNOWN_TO_PAYMENTS = 3503;
const WITHDRAWN_TO_PAYMENTS = 3003;
const NO_CASH_ACCOUNTING = 3005;
const CASH_ACCOUNTING = '07';

/** The communications that begin a record. The others replace one: A1, and A4 and A6 of travellers' refunds. */
const BEGINNING: ReadonlySet<string> = new Set(['A0', 'A5']);

/**
 * Returns the code for which the state of the entry refuses a record.
 * @param status null if the book has no such entry.
 */
export function findEntryError(
  communication: string,
  status: EntryStatus | null,
  altaAfterBaja: OfficeSettings['altaAfterBaja'],
): number | null {
  if (BEGINNING.has(communication)) {
    if (status === null || (status === 'Anulada' && altaAfterBaja === 'accept')) return null;
    return DUPLICATE;
  }
  if (status === null) return UNKNOWN;
  return status === 'Anulada' ? WITHDRAWN : null;
}

/** Returns the code for which the state of the entry refuses a baja, as `findEntryError`. */
export function findWithdrawalError(entry: BookEntry | null, { year, period }: Period): number | null {
  if (!entry) return UNKNOWN;
  if (entry.status === 'Anulada') return WITHDRAWN;
  return entry.period.year === year && entry.period.period === period ? null : OTHER_PERIOD;
}

/** Returns the code for which the state of the entry refuses cobros, as `findEntryError`. */
export function findPaymentError(entry: BookEntry | null): number | null {
  if (!entry) return UNKNOWN_TO_PAYMENTS;
  if (entry.status === 'Anulada') return WITHDRAWN_TO_PAYMENTS;
  const keys = ['', 'Adicional1', 'Adicional2'].map((end) =>
    textAt(entry.content, `ClaveRegimenEspecialOTrascendencia${end}`),
  );
  return keys.includes(CASH_ACCOUNTING) ? null : NO_CASH_ACCOUNTING;
}
