import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { type Currency, findCurrency } from '../money/currencies.ts';
import { formatDecimal } from '../money/decimals.ts';
import type { Report } from '../reading/findings.ts';
import { type InexactNumbers, readNumber } from '../reading/read-number.ts';
import { isBlank } from '../reading/read-text.ts';
import { EXCHANGE_DECIMALS } from './charge-group.ts';

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
 * Reads the currency and its exchange rate (RD 1619/2012, art. 12: an invoice may be in any currency, with its tax in euros).
 * @returns null for euros, and if a member is refused.
 */
export function readCurrency(
  { currency, exchange_rate: rate }: InvoiceInput,
  inexactNumbers: InexactNumbers,
  report: Report,
): ForeignCurrency | null {
  const hasRate = rate !== null && rate !== undefined;
  if (isBlank(currency) || currency === 'EUR') {
    if (hasRate)
      report(
        'exchange_rate',
        'must_be_blank',
        'must be blank unless the invoice has a currency other than EUR',
      );
    return null;
  }
  const found = findCurrency(currency);
  if (found === null) {
    report('currency', 'unknown_value', 'must be a code of ISO 4217 in capitals, such as USD');
    return null;
  }
  if (found.decimals === 3) {
    const says = `${currency} is not supported, because its amounts have three decimals (ISO 4217): state the invoice in euros or in another currency`;
    report('currency', 'not_supported', says);
    return null;
  }
  if (!hasRate) {
    const says = `can't be blank with the currency ${currency}: the record and the tax are in euros, so it must say how many euros one unit is worth (RD 1619/2012 art. 12)`;
    report('exchange_rate', 'blank', says);
    return null;
  }
  const isInexact = inexactNumbers?.has('exchange_rate') ?? false;
  const scaledRate = readNumber(rate, 'exchange_rate', { decimals: EXCHANGE_DECIMALS, isInexact, report });
  if (scaledRate === null) return null;
  if (scaledRate <= 0n) {
    report('exchange_rate', 'out_of_range', 'must be greater than 0');
    return null;
  }
  const exchangeRate = formatDecimal(scaledRate, EXCHANGE_DECIMALS, 0);
  const [low, high] = found.range;
  const euros = Number(exchangeRate);
  if (euros < low / FAR || euros > high * FAR) {
    const says = `is ${exchangeRate}, but one ${currency} is worth ${describeRange(found)}: state the euros for one unit of the currency, not its units for one euro`;
    report('exchange_rate', 'out_of_range', says);
    return null;
  }
  return { currency, isWhole: found.decimals === 0, scaledRate, exchangeRate };
}

/** A rate that is this many times beyond the range of its currency is refused. */
const FAR = 5;

function describeRange({ range: [low, high] }: Currency): string {
  const most = show(high);
  return low === 0 ? `at most ${most} euros` : `between ${show(low)} and ${most} euros`;
}

/** Writes small numbers without an exponent. */
function show(value: number): string {
  return formatDecimal(BigInt(Math.round(value * 1e6)), 6, 0);
}

/**
 * Questions an exchange rate that its currency did not have in the last 20 years.
 * @returns the text of a warning, without the name of the member; null if the rate is usual.
 */
export function questionExchangeRate({ currency, exchangeRate }: ForeignCurrency): string | null {
  const found = findCurrency(currency)!;
  const [low, high] = found.range;
  const isWithin = (euros: number) => euros >= low && euros <= high;
  const euros = Number(exchangeRate);
  if (isWithin(euros)) return null;
  const range = describeRange(found);
  if (!isWithin(1 / euros))
    return `is ${exchangeRate}, but one ${currency} was worth ${range} in the last 20 years: it is the euros for one unit of the currency`;
  const inverse = (1 / euros).toFixed(4);
  return `is ${exchangeRate}, but one ${currency} was worth ${range} in the last 20 years: if it is the units for one euro, state ${inverse} instead`;
}
