import { SII_KEYS, type SiiKey } from './entry.ts';

/** At most a principal key and two additional ones. */
export const MOST_KEYS = 3;

const LEASES = ['11', '12', '13'] as const;

/**
 * The keys that a principal key allows beside it. AEAT publishes no list of the issued invoices; it
 * is that of the Canary Islands, whose register has the same form, with AEAT's keys 12 and 13 beside
 * 11. Other pairs are refused, because AEAT would reject the record of an invoice that already has a
 * number (1313 to 1315) or accept it with errors (2017 to 2019). That 01 allows 17 is not known.
 */
const COMPATIBLE: Readonly<Partial<Record<SiiKey, readonly SiiKey[]>>> = {
  '01': ['02'],
  '03': ['01'],
  '05': ['01', '06', '08', ...LEASES],
  '06': [...LEASES, '14', '15'],
  '07': ['01', '03', '05', ...LEASES, '14', '15'],
  '08': ['01'],
  '11': ['08', '15'],
  '12': ['08', '15'],
  '13': ['08', '15'],
};

/**
 * Orders the keys of an invoice: the one that allows the others is the principal key, and those
 * follow in ascending order.
 * @param found the distinct keys of its lines.
 * @returns null if no key allows the others, or there are more than three.
 */
export function chooseKeys(found: ReadonlySet<SiiKey>): readonly SiiKey[] | null {
  if (found.size > MOST_KEYS) return null;
  const keys = SII_KEYS.filter((key) => found.has(key));
  for (const principal of keys) {
    const others = keys.filter((key) => key !== principal);
    const allowed = COMPATIBLE[principal] ?? [];
    if (others.every((other) => allowed.includes(other))) return [principal, ...others];
  }
  return null;
}
