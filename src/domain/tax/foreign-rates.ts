/**
 * Rates in per cent, separated by blanks, with the first and the last day of the operations that
 * have them; absent if there is no limit.
 */
type Period = { readonly rates: string; readonly from?: string; readonly to?: string };

/**
 * The rates of VAT of the other member states since the one-stop shop began (1 July 2021), by ISO
 * 3166-1 code, with those of Northern Ireland (XI). They include the rates of the Greek islands, of
 * Madeira and the Azores, of Corsica, and of Jungholz and Mittelberg. Rates of 0 are not listed.
 * Source: the states' laws as the Commission publishes them (Taxes in Europe Database).
 */
export const FOREIGN_RATES: Readonly<Record<string, readonly Period[]>> = {
  AT: [{ rates: '20 19 13 10' }, { rates: '5', to: '2021-12-31' }, { rates: '4.9', from: '2026-07-01' }],
  BE: [{ rates: '21 12 6' }],
  BG: [{ rates: '20 9' }],
  CY: [{ rates: '19 9 5' }, { rates: '3', from: '2023-07-07' }],
  CZ: [{ rates: '21' }, { rates: '15 10', to: '2023-12-31' }, { rates: '12', from: '2024-01-01' }],
  DE: [
    { rates: '19 7', to: '2020-06-30' },
    { rates: '16 5', from: '2020-07-01', to: '2020-12-31' },
    { rates: '19 7', from: '2021-01-01' },
  ],
  DK: [{ rates: '25' }],
  EE: [
    { rates: '9' },
    { rates: '20', to: '2023-12-31' },
    { rates: '22', from: '2024-01-01', to: '2025-06-30' },
    { rates: '24', from: '2025-07-01' },
    { rates: '5', from: '2022-08-01', to: '2024-12-31' },
    { rates: '13', from: '2025-01-01' },
  ],
  FI: [
    { rates: '10' },
    { rates: '24', to: '2024-08-31' },
    { rates: '25.5', from: '2024-09-01' },
    { rates: '14', to: '2025-12-31' },
    { rates: '13.5', from: '2026-01-01' },
  ],
  FR: [{ rates: '20 13 10 5.5 2.1 0.9' }],
  GR: [{ rates: '24 17 13 9 6 4' }],
  HR: [{ rates: '25 13 5' }],
  HU: [{ rates: '27 18 5' }],
  IE: [{ rates: '23 13.5 9 4.8' }],
  IT: [{ rates: '22 10 5 4' }],
  LT: [{ rates: '21 5' }, { rates: '9', to: '2025-12-31' }, { rates: '12', from: '2026-01-01' }],
  LU: [
    { rates: '3' },
    { rates: '17 14 8', to: '2022-12-31' },
    { rates: '16 13 7', from: '2023-01-01', to: '2023-12-31' },
    { rates: '17 14 8', from: '2024-01-01' },
  ],
  LV: [{ rates: '21 12 5' }],
  MT: [{ rates: '18 7 5' }, { rates: '12', from: '2024-01-01' }],
  NL: [{ rates: '21 9' }],
  PL: [{ rates: '23 8 5' }],
  PT: [{ rates: '23 22 16 13 12 9 6 5 4' }],
  RO: [
    { rates: '19 5', to: '2025-07-31' },
    // Dwellings that were contracted before keep 9 per cent for a year.
    { rates: '9', to: '2026-07-31' },
    { rates: '21 11', from: '2025-08-01' },
  ],
  SE: [{ rates: '25 12 6' }],
  SI: [{ rates: '22 9.5 5' }],
  SK: [
    { rates: '20 10', to: '2024-12-31' },
    { rates: '5', from: '2023-01-01' },
    { rates: '23 19', from: '2025-01-01' },
  ],
  XI: [{ rates: '20 5' }],
};
