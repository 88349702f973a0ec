/** A rate of a tax with its surcharge (recargo de equivalencia), in hundredths of a per cent. */
export type Rate = { readonly rate: number; readonly surcharge: number };

/** The rates of IVA and its surcharges (LIVA arts. 90, 91 and 161). */
export const IVA: readonly Rate[] = [
  { rate: 2100, surcharge: 0 },
  { rate: 1000, surcharge: 0 },
  { rate: 400, surcharge: 0 },
  { rate: 2100, surcharge: 520 },
  { rate: 2100, surcharge: 175 },
  { rate: 1000, surcharge: 140 },
  { rate: 400, surcharge: 50 },
];
/** The rates of IGIC (Ley 4/2012 art. 51). */
export const IGIC: readonly Rate[] = [300, 500, 700, 950, 1500, 2000].map((rate) => ({ rate, surcharge: 0 }));

const PERCENTAGE = /(\d{1,2}(?:[.,]\d{1,2})?) ?%/g;

/** Reads the percentages in the names of taxes, in hundredths of a per cent. */
export function readPercentages(names: readonly string[]): number[] {
  const all = names.flatMap((name) =>
    [...name.matchAll(PERCENTAGE)].map(([, digits]) => Math.round(Number(digits!.replace(',', '.')) * 100)),
  );
  // A name can state its rate twice, for example in the code and in the title of a tax.
  return [...new Set(all)];
}

/** Returns the rates that the names of the taxes allow; all of them if the names state none. */
export function limitRates(rates: readonly Rate[], percentages: readonly number[]): readonly Rate[] {
  if (percentages.length === 0) return rates;
  return rates.filter(
    ({ rate, surcharge }) =>
      percentages.includes(rate) && (surcharge === 0 || percentages.includes(surcharge)),
  );
}

/** Computes the tax of an amount. @param includesTax whether the amount contains it. */
export function taxOf(amount: number, { rate, surcharge }: Rate, includesTax: boolean): number {
  const whole = rate + surcharge;
  return (amount * whole) / (includesTax ? 10_000 + whole : 10_000);
}

/**
 * Returns whether computed and stated taxes are the same but for rounding.
 * @param tolerance in the unit of the amounts.
 */
export const isSame = (computed: number, stated: number, tolerance: number) =>
  Math.abs(computed - stated) <= tolerance;

/** Writes a rate in per cent. */
export const writeRate = (rate: number) => String(rate / 100);
