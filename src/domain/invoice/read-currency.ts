import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { formatDecimal } from '../money/decimals.ts';
import type { Report } from '../reading/findings.ts';
import { type InexactNumbers, readNumber } from '../reading/read-number.ts';
import { isBlank } from '../reading/read-text.ts';
import { EXCHANGE_DECIMALS } from './charge-group.ts';

/** ISO 4217: the alphabetic codes of currencies in use. */
const CURRENCIES: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
    'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ' +
    'ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK ' +
    'MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF ' +
    'SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU ' +
    'UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
);

/** A currency other than the euro. */
export type ForeignCurrency = {
  /** ISO 4217. */
  readonly currency: string;
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
  if (!CURRENCIES.has(currency)) {
    report('currency', 'unknown_value', 'must be a code of ISO 4217 in capitals, such as USD');
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
  return { currency, scaledRate, exchangeRate: formatDecimal(scaledRate, EXCHANGE_DECIMALS, 0) };
}
