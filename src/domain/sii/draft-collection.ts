import type { RecordedMeans } from '../../contracts/codes.ts';
import { EXCHANGE_DECIMALS, EXCHANGE_UNIT } from '../invoice/charge-group.ts';
import { formatCents, readDecimalText, roundDivision } from '../money/decimals.ts';
import type { Payment } from '../payments/judge-payment.ts';
import type { PayableInvoice } from '../payments/payable-invoice.ts';
import { findCollectionDueBy } from './due-by.ts';
import type { Collection } from './messages/write-collections.ts';

/** A collection as it is stored with its payment, apart from what the payment says itself. */
export type DraftCollection = Pick<Collection, 'amount' | 'means'> & {
  readonly issuerNif: string;
  /** The last day on which it may be sent; null if no calendar of that year is known. */
  readonly dueBy: string | null;
};

/** AEAT's list of means. A remittance of bank orders is one of direct debits. */
const MEANS: Readonly<Record<RecordedMeans, Collection['means']>> = {
  bank_transfer: '01',
  cheque: '02',
  not_collected: '03',
  cash: '04',
  cash_on_delivery: '04',
  credit_card: '04',
  bizum: '04',
  others: '04',
  direct_debit: '05',
  bank_remittance: '05',
};

/**
 * Derives what SII is told of a payment: the collection of an invoice with regime 07 (RIVA, art. 61
 * decies), in euros by the exchange rate of the invoice.
 * @returns null if SII is told nothing.
 */
export function draftCollection(
  { date, amount, means }: Pick<Payment, 'date' | 'amount' | 'means'>,
  { collected, issueDate }: PayableInvoice,
): DraftCollection | null {
  if (collected === null) return null;
  const { issuerNif, exchangeRate } = collected;
  return {
    issuerNif,
    amount: formatCents(exchangeRate === null ? amount : toEuros(amount, exchangeRate)),
    means: MEANS[means],
    dueBy: findCollectionDueBy(date, issueDate),
  };
}

function toEuros(amount: bigint, exchangeRate: string): bigint {
  const rate = readDecimalText(exchangeRate, EXCHANGE_DECIMALS);
  if (typeof rate !== 'bigint') throw new Error(`The exchange rate ${exchangeRate} cannot be read`);
  return roundDivision(amount * rate, EXCHANGE_UNIT);
}
