/** A rate in hundredths of a percent, and the days of operations in which it was in force. */
type Rate = readonly [rate: number, from?: number, until?: number];

const END_OF_2024 = 2024_12_31;
const OLD_RATES_UNTIL = 2012_08_31;

/** The rates of VAT. AEAT does not date those in force today. */
const VAT: readonly Rate[] = [
  [0],
  [400],
  [1000],
  [2100],
  [500, 2022_07_01, 2024_09_30],
  [200, 2024_10_01, END_OF_2024],
  [750, 2024_10_01, END_OF_2024],
  [1800, 2010_07_01, OLD_RATES_UNTIL],
  [800, 2010_07_01, OLD_RATES_UNTIL],
  [1600, 0, 2010_06_30],
  [700, 0, 2010_06_30],
];

/** The rates of the equivalence surcharge. */
const SURCHARGE: readonly Rate[] = [
  [520],
  [140],
  [50],
  [175],
  [62, 2022_07_01, 2024_09_30],
  [26, 2024_10_01, END_OF_2024],
  [100, 2024_10_01, END_OF_2024],
  [400, 0, OLD_RATES_UNTIL],
  [100, 0, OLD_RATES_UNTIL],
];

/**
 * Returns whether a rate was in force.
 * @param day the day of the operation; null if any day will do.
 */
export function isVatRate(rate: number, day: number | null): boolean {
  return isInForce(VAT, rate, day);
}

/** Returns whether a surcharge has any rate that ever was in force. */
export function isSurchargeRate(rate: number): boolean {
  return isInForce(SURCHARGE, rate, null);
}

/** Returns whether the rate of a surcharge was in force, as `isVatRate`. */
export function isSurchargeRateOf(rate: number, day: number | null): boolean {
  return isInForce(SURCHARGE, rate, day);
}

function isInForce(rates: readonly Rate[], wanted: number, day: number | null): boolean {
  return rates.some(
    ([rate, from = 0, until = Number.POSITIVE_INFINITY]) =>
      rate === wanted && (day === null || (day >= from && day <= until)),
  );
}
