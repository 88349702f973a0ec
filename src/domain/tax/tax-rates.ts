import type { FindingCode, TaxType } from '../../contracts/codes.ts';
import { formatDecimal, scaleDecimal } from '../money/decimals.ts';
import { RATE_DECIMALS } from '../reading/read-number.ts';
import { FOREIGN_RATES } from './foreign-rates.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/*
 * The rates of the taxes, by the days of the operations. An operation that can be registered is at
 * most 20 years old (AEAT 1134), so older rates are left out.
 */

/**
 * A rate in hundredths of a per cent, with the first and the last day of its operations,
 * `YYYY-MM-DD`; absent if there is no limit.
 */
export type DatedRate = { readonly rate: bigint; readonly from?: string; readonly to?: string };

/** Lists rates of the same days. @param rates in per cent, separated by blanks. */
function during(rates: string, days: Omit<DatedRate, 'rate'> = {}): DatedRate[] {
  return rates.split(' ').map((rate) => ({ rate: scaleDecimal(rate, RATE_DECIMALS), ...days }));
}

/** Rates that the IVA had for a time. */
export const TEMPORARY_VAT_RATES: ReadonlySet<number> = new Set([2, 5, 7.5]);
/** LIVA arts. 90 and 91. AEAT accepts these rates on every day. */
const PERMANENT: readonly number[] = [0, 4, 10, 21];
/**
 * Rates including those of foods from 1 October to 31 December 2024 (RD-ley 4/2024; AEAT 1235,
 * 1236).
 */
const LATE_2024: readonly number[] = [0, 2, 4, 7.5, 10, 21];
/**
 * Rates including the one of energy and foods from 1 July 2022 to 30 September 2024 (RD-ley 11/2022
 * and 20/2022; AEAT 1194).
 */
const WITH_FIVE: readonly number[] = [0, 4, 5, 10, 21];

/**
 * The rates of the IVA until a day that was the last one of theirs, newest first. Those of later
 * days are permanent.
 */
const ENDED_VAT_RATES = [
  { last: '2024-12-31', rates: LATE_2024 },
  { last: '2024-09-30', rates: WITH_FIVE },
  { last: '2022-06-30', rates: PERMANENT },
] as const;
/** The last days of rates of the IVA, newest first, `YYYY-MM-DD`. */
export const LAST_DAYS_OF_VAT_RATES: readonly string[] = ENDED_VAT_RATES.map(({ last }) => last);

/**
 * Returns the rates of IVA that AEAT accepts for an operation on a date (AEAT 1124).
 * @param date `YYYY-MM-DD`.
 */
export function vatRatesOn(date: string): readonly number[] {
  return ENDED_VAT_RATES.findLast(({ last }) => date <= last)?.rates ?? PERMANENT;
}

/** Returns AEAT's error code for a rate of IVA that did not exist on the day of its operation. */
export function codeOfRate(rate: string): number {
  if (rate === '2') return 1236;
  return rate === '5' ? 1194 : 1235;
}

/**
 * Lists all rates of IVA since a date, ascending. A rectifying invoice may use any of them until
 * the date of the rectified operation is known (LIVA art. 90.Dos).
 * @param date `YYYY-MM-DD`.
 */
export function vatRatesSince(date: string): readonly number[] {
  const rates = ENDED_VAT_RATES.flatMap(({ last, rates: ended }) => (date <= last ? ended : []));
  return [...new Set([...PERMANENT, ...rates])].toSorted((one, other) => one - other);
}

const UNTIL_2012 = { to: '2012-06-30' };
const SINCE_2012 = '2012-07-01';
/**
 * Ley 20/1991 art. 27, then Ley 4/2012 arts. 51 to 61, as Ley 7/2018, Ley 19/2019 and Ley 7/2023 of
 * the Canary Islands changed them.
 */
const IGIC: readonly DatedRate[] = [
  ...during('0 20'),
  ...during('2 5 9 13 35', UNTIL_2012),
  ...during('3 9.5', { from: SINCE_2012 }),
  ...during('2.75', { from: SINCE_2012, to: '2015-12-31' }),
  ...during('7', { from: SINCE_2012, to: '2018-12-31' }),
  ...during('6.5', { from: '2019-01-01', to: '2019-12-31' }),
  ...during('13.5', { from: SINCE_2012, to: '2019-12-31' }),
  ...during('7 15', { from: '2020-01-01' }),
  ...during('5', { from: '2024-01-01' }),
];

/**
 * The cities decide the rates of the IPSI within these limits (Ley 8/1991 art. 18), in hundredths
 * of a per cent.
 */
const IPSI = { least: 50n, most: 10_00n };
/** The highest rate of VAT of a member state, that of Hungary, in hundredths of a per cent. */
const HIGHEST_FOREIGN = 27_00n;
const ONE_PER_CENT = 1_00n;

/** A rate that a line, an allowance or a charge states. */
export type StatedRate = {
  readonly taxType: TaxType;
  /** In hundredths of a per cent. */
  readonly rate: bigint;
  /** The member state whose VAT it is; null if the tax is Spanish, or if the state is not known. */
  readonly country: string | null;
};

/**
 * Why a rate cannot be right: the code of the finding, and its text without the name of the member.
 */
type ImpossibleRate = { readonly code: FindingCode; readonly says: Text };

/**
 * Finds a rate that its tax never had, whatever the day: of the IGIC, of the IPSI or of the VAT of
 * another member state. The rates of the IVA depend on AEAT's list for the day of the operation
 * (`vatRatesOn`), and other taxes have no table.
 * @returns the finding; null if the tax has or had the rate.
 */
export function findImpossibleRate(stated: StatedRate): ImpossibleRate | null {
  const { taxType, rate } = stated;
  if (rate === 0n || isPossible(stated)) return null;
  // A fraction is mostly meant as the percentage that the tax has.
  const meant = rate * WHOLE;
  if (rate < ONE_PER_CENT && isPossible({ ...stated, rate: meant }))
    return {
      code: 'out_of_range',
      says: formatMessage('rate_as_fraction', { rate: show(rate), meant: show(meant), same: show(meant) }),
    };
  if (taxType === 'igic')
    return {
      code: 'unknown_value',
      says: formatMessage('rate_never_of_igic', { rate: show(rate), rates: list(IGIC, NEWEST) }),
    };
  if (taxType === 'psi')
    return {
      code: 'out_of_range',
      says: formatMessage('rate_outside_ipsi', { rate: show(rate) }),
    };
  const says =
    rate < ONE_PER_CENT
      ? formatMessage('rate_below_vat', { rate: show(rate), lowest: show(ONE_PER_CENT) })
      : formatMessage('rate_above_vat', { rate: show(rate), highest: show(HIGHEST_FOREIGN) });
  return { code: 'out_of_range', says };
}

/** Says whether the tax has or had a rate above 0. Other taxes, and the IVA, have no table here. */
function isPossible({ taxType, rate, country }: StatedRate): boolean {
  if (taxType === 'igic') return has(IGIC, rate, null);
  if (taxType === 'psi') return rate >= IPSI.least && rate <= IPSI.most;
  if (taxType !== 'oss') return true;
  return (rate >= ONE_PER_CENT && rate <= HIGHEST_FOREIGN) || has(ratesOf(country), rate, null);
}
const WHOLE = 100n;
/** A day on which the newest rates apply. */
const NEWEST = '9999-12-31';

/**
 * Questions a rate that its tax has or had, but not on the day of the operation, a rate of 0 of the
 * IPSI, and a rate that its tax never had, which only a rectification can give back.
 * @param day `YYYY-MM-DD`; null if it depends on other invoices.
 * @returns the text of a warning, without the name of the member; null if the rate is usual.
 */
export function questionRate(stated: StatedRate, day: string | null): Text | null {
  const { taxType, rate, country } = stated;
  const impossible = findImpossibleRate(stated);
  if (impossible !== null) return formatMessage('rate_accepted_given_back', { statement: impossible.says });
  if (taxType === 'psi') return rate === 0n ? formatMessage('rate_zero_of_ipsi') : null;
  if (day === null) return null;
  if (taxType === 'igic')
    return has(IGIC, rate, day)
      ? null
      : formatMessage('rate_not_of_igic', { rate: show(rate), day, rates: list(IGIC, day) });
  const rates = ratesOf(country);
  // Most member states have operations at 0 per cent.
  if (taxType !== 'oss' || rates.length === 0 || rate === 0n || has(rates, rate, day)) return null;
  return formatMessage('rate_not_of_country', { rate: show(rate), country, day, rates: list(rates, day) });
}

const FOREIGN: ReadonlyMap<string, readonly DatedRate[]> = new Map(
  Object.entries(FOREIGN_RATES).map(([country, periods]) => [
    country,
    periods.flatMap(({ rates, ...days }) => during(rates, days)),
  ]),
);

function ratesOf(country: string | null): readonly DatedRate[] {
  return (country !== null && FOREIGN.get(country)) || [];
}

/** @param day null for any day. */
function has(rates: readonly DatedRate[], rate: bigint, day: string | null): boolean {
  return rates.some((each) => each.rate === rate && (day === null || isOn(each, day)));
}

function isOn({ from, to }: DatedRate, day: string): boolean {
  return (from === undefined || from <= day) && (to === undefined || day <= to);
}

function list(rates: readonly DatedRate[], day: string): string {
  const found = rates.filter((each) => isOn(each, day)).map(({ rate }) => rate);
  return found
    .toSorted((one, other) => Number(one - other))
    .map(show)
    .join(', ');
}

function show(rate: bigint): string {
  return formatDecimal(rate, RATE_DECIMALS, 0);
}
