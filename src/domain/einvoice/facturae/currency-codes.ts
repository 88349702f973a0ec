import { NotExpressible } from '../refusal.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';

/**
 * The currencies of the schema, some of which no longer exist. It contains no currencies that were
 * introduced later.
 */
const CURRENCIES: ReadonlySet<string> = new Set(
  (
    'AFN ALL AMD ANG AOA ARS AUD AWG AZN BAD BBD BDT BGN BHD BIF BMD BND BOB BRL BRR BSD BWP BYR BZD ' +
    'CAD CDF CDP CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DRP DZD EEK EGP ESP ETB EUR FJD FKP GBP ' +
    'GEK GHC GIP GMD GNF GTQ GWP GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS ' +
    'KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL LVL LYD MAD MDL MGF MNC MNT MOP MRO MUR MVR ' +
    'MWK MXN MYR MZM NGN NIC NIO NIS NOK NPR NZD OMR PAB PEI PEN PES PGK PHP PKR PLN PYG QAR RMB RON ' +
    'RUB RWF SAR SBD SCR SDP SEK SGD SHP SKK SLL SOL SOS SRD STD SVC SYP SZL THB TJS TMM TND TOP TPE ' +
    'TRY TTD TWD TZS UAH UGS USD UYP UYU VEF VND VUV WST XAF XCD XOF YER ZAR ZMK ZWD'
  ).split(' '),
);

/**
 * Returns a currency of ISO 4217 unchanged.
 * @throws NotExpressible if the list of the schema does not contain it.
 */
export function requireCurrency(currency: string): string {
  if (CURRENCIES.has(currency)) return currency;
  throw new NotExpressible('CurrencyCodeType', formatMessage('facturae_currency', { currency }), 'currency');
}
