import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { EXCHANGE_DECIMALS } from '../../invoice/charge-group.ts';
import { formatCents, formatDecimal, roundDivision, scaleDecimal } from '../../money/decimals.ts';

/**
 * AmountType: an amount in the currency of the invoice, and in euros if that is another currency.
 */
export type Amount = { readonly total: string; readonly euros?: string };

/**
 * An amount in cents of the currency of the invoice, and in euro cents; null if the invoice is in
 * euros.
 */
export type Cents = { readonly total: bigint; readonly euros: bigint | null };

const EXCHANGE_UNIT = 10n ** BigInt(EXCHANGE_DECIMALS);

/** Converts an amount at the exchange rate of the invoice, rounded once. */
export function withEuros(total: bigint, { currency, exchangeRate }: InvoiceDocument): Cents {
  if (currency === undefined || exchangeRate === undefined) return { total, euros: null };
  return {
    total,
    euros: roundDivision(total * scaleDecimal(exchangeRate, EXCHANGE_DECIMALS), EXCHANGE_UNIT),
  };
}

/** Adds amounts of one invoice. */
export function addUp(amounts: readonly Cents[]): Cents {
  return amounts.reduce(
    (sum, { total, euros }) => ({
      total: sum.total + total,
      euros: euros === null ? sum.euros : (sum.euros ?? 0n) + euros,
    }),
    { total: 0n, euros: null },
  );
}

/** Changes the sign of an amount. */
export function negate({ total, euros }: Cents): Cents {
  return { total: -total, euros: euros === null ? null : -euros };
}

/** Formats an amount with two decimals; without `euros` if the invoice is in euros. */
export function formatAmount({ total, euros }: Cents): Amount {
  return { total: formatCents(total), ...(euros !== null && { euros: formatCents(euros) }) };
}

const RATE_DECIMALS = 6;
/** Formats a rate with two decimals, or more if it has more: `21` becomes `21.00`. */
export function formatRate(rate: string): string {
  return formatDecimal(scaleDecimal(rate, RATE_DECIMALS), RATE_DECIMALS, 2);
}
