import { InputFault } from '../faults.ts';
import type { ColumnMap } from '../input/column-map.ts';
import { type Issued, OrderFault } from './shop-order.ts';

export type OrderType = 'F1' | 'F2' | 'R1' | 'R5';
const TYPES: readonly string[] = ['F1', 'F2', 'R1', 'R5'] satisfies OrderType[];
const LAW = 'RD 1619/2012 art. 6.1.a';

/** Gives the invoices of an export their numbers. */
export type Numbering = {
  readonly constants: Readonly<Record<string, unknown>>;
  /** The invoices of the export that the engine already has, by their external ids. */
  readonly issued: ReadonlyMap<string, Issued>;
  /**
   * Returns the number of an invoice: the one that it already has, otherwise the next one of its
   * series.
   * @throws OrderFault if the map has no series for the type.
   */
  take(externalId: string, type: OrderType): string;
  /** Runs work. If it throws, the numbers that it took are given again. */
  keepIfDone<T>(work: () => T): T;
};

/**
 * Opens the numbering of an export by the series of a map.
 * @throws InputFault if the series are invalid.
 */
export function openNumbering(
  { series = {}, constants = {} }: Pick<ColumnMap, 'series' | 'constants'>,
  issued: ReadonlyMap<string, Issued>,
): Numbering {
  checkSeries(series);
  const given = new Map<string, string>();
  const used = new Set([...issued.values()].flatMap(({ number }) => number ?? []));
  let next = new Map(Object.entries(series));
  return {
    constants,
    issued,
    take(externalId, type) {
      const own = issued.get(externalId)?.number ?? given.get(externalId);
      if (own !== undefined) return own;
      let number = next.get(type);
      if (number === undefined)
        throw new OrderFault(
          `it becomes an invoice of type ${type}, and series of the map has none for it: add "${type}" with the first number, such as "${type}-2026-0001"`,
        );
      while (used.has(number)) number = countOn(number);
      given.set(externalId, number);
      next.set(type, countOn(number));
      return number;
    },
    keepIfDone(work) {
      const [before, earlier] = [new Map(next), new Set(given.keys())];
      try {
        return work();
      } catch (error) {
        next = before;
        for (const id of given.keys()) if (!earlier.has(id)) given.delete(id);
        throw error;
      }
    },
  };
}

const DIGITS = /\d{1,15}$/;

/** Returns the number after a number that ends with digits. */
function countOn(number: string): string {
  return number.replace(DIGITS, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'));
}

/**
 * Full, simplified and rectifying invoices have series of their own, each with consecutive numbers.
 */
function checkSeries(series: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(series).find((type) => !TYPES.includes(type));
  if (unknown !== undefined)
    throw new InputFault(`series of the map has ${unknown}; it may have ${TYPES.join(', ')}`);
  const wrong = Object.entries(series).find(([, first]) => typeof first !== 'string' || !DIGITS.test(first));
  if (wrong !== undefined)
    throw new InputFault(
      `series of the map must have the first number for ${wrong[0]}, which ends with digits, such as "T-2026-0001"`,
    );
  const starts = Object.values(series).map((first) => first.replace(DIGITS, ''));
  if (new Set(starts).size < starts.length)
    throw new InputFault(
      `series of the map must differ in more than their digits: full, simplified and rectifying invoices have series of their own (${LAW})`,
    );
}
