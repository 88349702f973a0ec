/* The currencies of ISO 4217 other than the euro. */

/** The alphabetic codes of currencies in use. */
const CODES =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
  'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ' +
  'ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK ' +
  'MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF ' +
  'SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU ' +
  'UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG';

/**
 * The currencies whose minor unit is not a hundredth. `Intl.NumberFormat` cannot tell them, because
 * it follows CLDR, which for example has no decimals for HUF, COP and IQD, while ISO 4217 has two
 * for the first two and three for the last.
 */
const WITHOUT_DECIMALS = codes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF');
const WITH_THREE = codes('BHD IQD JOD KWD LYD OMR TND');

/**
 * What a unit of a currency was worth in the 20 years in which operations can lie, in euros: the
 * lowest and the highest value, rounded outwards. Source: the European Central Bank's reference
 * rates, and the parities of currencies that are bound to the euro or to the US dollar. A currency
 * that loses its value has no lowest one.
 */
const RANGES: Readonly<Record<string, readonly [low: number, high: number]>> = {
  USD: [0.62, 1.05],
  ...all('BMD BSD PAB', [0.62, 1.05]),
  ...all('GBP FKP GIP SHP', [1.02, 1.52]),
  ...all('AED QAR SAR', [0.16, 0.29]),
  ...all('BBD BZD', [0.31, 0.53]),
  ...all('AWG XCG', [0.34, 0.6]),
  ...all('XAF XOF', [0.0015, 0.0016]),
  ...all('HKD MOP', [0.077, 0.136]),
  AUD: [0.47, 0.88],
  BAM: [0.51, 0.52],
  BRL: [0.14, 0.48],
  CAD: [0.55, 0.83],
  CHF: [0.59, 1.12],
  CLP: [0.0008, 0.0017],
  CNY: [0.09, 0.17],
  COP: [0.00018, 0.0005],
  CVE: [0.009, 0.0092],
  CZK: [0.033, 0.044],
  DKK: [0.133, 0.135],
  HUF: [0.0023, 0.0045],
  IDR: [0.000045, 0.0001],
  ILS: [0.17, 0.33],
  INR: [0.008, 0.02],
  ISK: [0.0033, 0.0125],
  JPY: [0.005, 0.011],
  KMF: [0.002, 0.0021],
  KRW: [0.0005, 0.0009],
  KYD: [0.74, 1.28],
  MAD: [0.08, 0.11],
  MXN: [0.036, 0.08],
  MYR: [0.17, 0.28],
  NOK: [0.075, 0.14],
  NZD: [0.39, 0.68],
  PEN: [0.21, 0.38],
  PHP: [0.0125, 0.021],
  PLN: [0.2, 0.32],
  RON: [0.18, 0.33],
  SEK: [0.083, 0.12],
  SGD: [0.46, 0.73],
  THB: [0.019, 0.032],
  TRY: [0, 0.63],
  TWD: [0.021, 0.033],
  XCD: [0.23, 0.39],
  XPF: [0.0083, 0.0084],
  ZAR: [0.04, 0.14],
};
/** No unit of another currency with two decimals or without decimals was worth more. */
const ANY: readonly [low: number, high: number] = [0, 2];

function codes(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

function all<T>(list: string, value: T): Record<string, T> {
  return Object.fromEntries(list.split(' ').map((code) => [code, value]));
}

export type Currency = {
  /** Decimals of its amounts. */
  readonly decimals: 0 | 2 | 3;
  /** Euros per unit, as in `RANGES`. */
  readonly range: readonly [low: number, high: number];
};

const CURRENCIES: ReadonlyMap<string, Currency> = new Map(
  CODES.split(' ').map((code) => {
    const decimals = WITHOUT_DECIMALS.has(code) ? 0 : WITH_THREE.has(code) ? 3 : 2;
    return [code, { decimals, range: RANGES[code] ?? ANY }];
  }),
);

/**
 * Finds a currency other than the euro by its code of ISO 4217.
 * @returns null if no currency has the code.
 */
export function findCurrency(code: string): Currency | null {
  return CURRENCIES.get(code) ?? null;
}
