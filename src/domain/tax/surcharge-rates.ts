/*
 * The recargo de equivalencia (LIVA arts. 154 to 163): the supplier of a retailer under that regime
 * charges it beside the IVA. AEAT accepts these pairs of rates.
 */

type Pair = {
  /** Rate of IVA and rates of surcharge, in hundredths of a per cent. */
  readonly vat: bigint;
  readonly surcharges: readonly bigint[];
  /** First and last day of the operation; absent if there is no limit. */
  readonly from?: string;
  readonly to?: string;
  /** AEAT's code for another surcharge. */
  readonly aeatCode: number;
};

const PAIRS: readonly Pair[] = [
  // 1.75 is the surcharge of tobacco.
  { vat: 2100n, surcharges: [520n, 175n], aeatCode: 1162 },
  { vat: 1000n, surcharges: [140n], aeatCode: 1163 },
  { vat: 750n, surcharges: [100n], from: '2024-10-01', to: '2024-12-31', aeatCode: 1169 },
  { vat: 500n, surcharges: [50n], from: '2022-07-01', to: '2022-12-31', aeatCode: 1167 },
  { vat: 500n, surcharges: [62n], from: '2023-01-01', to: '2024-09-30', aeatCode: 1168 },
  { vat: 400n, surcharges: [50n], aeatCode: 1164 },
  { vat: 200n, surcharges: [26n], from: '2024-10-01', to: '2024-12-31', aeatCode: 1166 },
  { vat: 0n, surcharges: [0n], from: '2023-01-01', to: '2024-09-30', aeatCode: 1165 },
  { vat: 0n, surcharges: [26n], from: '2024-10-01', aeatCode: 1170 },
];

/**
 * Returns the surcharge rates that belong to a rate of IVA.
 * @param rate in hundredths of a per cent.
 * @param day day of the operation, `YYYY-MM-DD`; null if it is not known yet.
 * @returns the rates in hundredths of a per cent, and AEAT's code for any other.
 */
export function surchargesOf(
  rate: bigint,
  day: string | null,
): { rates: readonly bigint[]; aeatCode: number } {
  const pairs = PAIRS.filter(
    ({ vat, from, to }) =>
      vat === rate &&
      (day === null || ((from === undefined || from <= day) && (to === undefined || day <= to))),
  );
  return { rates: pairs.flatMap(({ surcharges }) => surcharges), aeatCode: pairs[0]?.aeatCode ?? 1127 };
}
