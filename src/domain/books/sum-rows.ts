import type { BookRow } from '../../contracts/v2/book-columns.ts';
import { formatCents, readCents } from '../money/decimals.ts';

/** The columns whose combinations are summed separately. */
const KEYS = [
  'year',
  'period',
  'tax_regime',
  'tax_operation_key',
  'tax_exemption_code',
  'tax_rate',
  'equivalence_surcharge_rate',
] as const;
const AMOUNTS = ['total', 'base', 'tax', 'equivalence_surcharge'] as const;

type Sum = { readonly head: BookRow; readonly amounts: Map<(typeof AMOUNTS)[number], bigint> };

/**
 * Sums the rows of a book by quarter, key, qualification, exemption and rates, as returns of the IVA
 * need them. Rows with collections have no such amounts and are left out.
 */
export function sumRows(): { add(rows: readonly BookRow[]): void; list(): BookRow[] } {
  const sums = new Map<string, Sum>();
  return {
    add(rows) {
      for (const row of rows) {
        if (row.base === undefined) continue;
        const key = KEYS.map((name) => row[name] ?? '').join(' ');
        let sum = sums.get(key);
        if (sum === undefined) {
          const head = Object.fromEntries(KEYS.flatMap((name) => (row[name] ? [[name, row[name]]] : [])));
          sum = { head, amounts: new Map() };
          sums.set(key, sum);
        }
        for (const name of AMOUNTS) {
          const amount = row[name];
          if (amount !== undefined) sum.amounts.set(name, (sum.amounts.get(name) ?? 0n) + readCents(amount));
        }
      }
    },
    list: () =>
      [...sums.entries()]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { head, amounts }]) => ({
          ...head,
          ...Object.fromEntries([...amounts].map(([name, cents]) => [name, formatCents(cents)])),
        })),
  };
}
