import type { Spread } from '../measuring/statistics.ts';

/** The figures of one contender. */
export type Figure = {
  readonly name: string;
  /** The unit of the value, for example `ms` or `invoices/s`. */
  readonly unit: string;
  readonly value: Spread;
  /** Processor time per unit of work in ms. */
  readonly cpuMs?: Spread | null;
};

/** The result of one measurement of a goal. */
export type Finding = {
  readonly goal: string;
  readonly what: string;
  readonly unit: string;
  readonly value: Spread;
  /** The upper or lower limit of the value. Without a limit the value is only reported. */
  readonly limit?: { readonly most: number } | { readonly least: number };
  /** The figures that it was calculated from: floors, peers and the product itself. */
  readonly figures: readonly Figure[];
  /** What was counted or read to prove that the work was done. */
  readonly proof: string;
};

/** Reports whether a goal is met; null if the finding has no limit. */
export function isMet({ value, limit }: Finding): boolean | null {
  if (limit === undefined) return null;
  return 'most' in limit ? value.median <= limit.most : value.median >= limit.least;
}

/** Formats the limit, for example `≤ 1.5 ×`; empty if there is none. */
export function describeLimit({ limit, unit }: Finding): string {
  if (limit === undefined) return '';
  return 'most' in limit ? `≤ ${limit.most} ${unit}` : `≥ ${limit.least} ${unit}`;
}
