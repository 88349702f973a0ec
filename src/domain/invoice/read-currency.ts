import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { type Currency, findCurrency } from '../money/currencies.ts';
import { formatDecimal } from '../money/decimals.ts';
import type { Report } from '../reading/findings.ts';
import { type InexactNumbers, readNumber } from '../reading/read-number.ts';
import { isBlank } from '../reading/read-text.ts';
import { EXCHANGE_DECIMALS } from './charge-group.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/** A currency other than the euro. */
export type ForeignCurrency = {
  /** ISO 4217. */
  readonly currency: string;
  /** Whether its amounts are whole numbers. */
  readonly isWhole: boolean;
  /** Euros per unit of the currency, in units of 10^-10, and as a decimal. */
  readonly scaledRate: bigint;
  readonly exchangeRate: string;
};

/**
 * Reads the currency and its exchange rate (RD 1619/2012, art. 12: an invoice may be in any
 * currency, with its tax in euros).
 * @returns null for euros, and if a member is refused.
 */
export function readCurrency(
  { currency, exchange_rate: rate }: InvoiceInput,
  inexactNumbers: InexactNumbers,
  report: Report,
): ForeignCurrency | null {
  const hasRate = rate !== null && rate !== undefined;
  if (isBlank(currency) || currency === 'EUR') {
    if (hasRate) report('exchange_rate', 'must_be_blank', formatMessage('exchange_rate_of_euros'));
    return null;
  }
  const found = findCurrency(currency);
  if (found === null) {
    report('currency', 'unknown_value', formatMessage('not_a_currency'));
    return null;
  }
  if (found.decimals === 3) {
    const says = formatMessage('three_decimals', { currency });
    report('currency', 'not_supported', says);
    return null;
  }
  if (!hasRate) {
    const says = formatMessage('blank_exchange_rate', { currency });
    report('exchange_rate', 'blank', says);
    return null;
  }
  const isInexact = inexactNumbers?.has('exchange_rate') ?? false;
  const scaledRate = readNumber(rate, 'exchange_rate', { decimals: EXCHANGE_DECIMALS, isInexact, report });
  if (scaledRate === null) return null;
  if (scaledRate <= 0n) {
    report('exchange_rate', 'out_of_range', formatMessage('not_positive'));
    return null;
  }
  const exchangeRate = formatDecimal(scaledRate, EXCHANGE_DECIMALS, 0);
  const [low, high] = found.range;
  const euros = Number(exchangeRate);
  if (euros < low / FAR || euros > high * FAR) {
    const says = formatMessage('exchange_rate_of_units', {
      rate: exchangeRate,
      currency,
      range: describeRange(found),
    });
    report('exchange_rate', 'out_of_range', says);
    return null;
  }
  return { currency, isWhole: found.decimals === 0, scaledRate, exchangeRate };
}

/** A rate that is this many times beyond the range of its currency is refused. */
const FAR = 5;

function describeRange({ range: [low, high] }: Currency): Text {
  const most = show(high);
  return low === 0
    ? formatMessage('at_most_euros', { high: most })
    : formatMessage('between_euros', { low: show(low), high: most });
}

/** Writes small numbers without an exponent. */
function show(value: number): string {
  return formatDecimal(BigInt(Math.round(value * 1e6)), 6, 0);
}

/**
 * Questions an exchange rate that its currency did not have in the last 20 years.
 * @returns the text of a warning, without the name of the member; null if the rate is usual.
 */
export function questionExchangeRate({ currency, exchangeRate }: ForeignCurrency): Text | null {
  const found = findCurrency(currency)!;
  const [low, high] = found.range;
  const isWithin = (euros: number) => euros >= low && euros <= high;
  const euros = Number(exchangeRate);
  if (isWithin(euros)) return null;
  const range = describeRange(found);
  if (!isWithin(1 / euros))
    return formatMessage('exchange_rate_unusual', { rate: exchangeRate, currency, range });
  const inverse = (1 / euros).toFixed(4);
  return formatMessage('exchange_rate_unusual_inverse', { rate: exchangeRate, currency, range, inverse });
}
