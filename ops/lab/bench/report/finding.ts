import type { Spread } from '../measuring/statistics.ts';

/** A contender's own figures beside a finding. */
export type Figure = {
  readonly name: string;
  /** What the value counts, for example `ms` or `invoices/s`. */
  readonly unit: string;
  readonly value: Spread;
  /** Processor time per unit of work in ms. */
  readonly cpuMs?: Spread | null;
};

/** What was measured for a goal. */
export type Finding = {
  readonly goal: string;
  readonly what: string;
  readonly unit: string;
  readonly value: Spread;
  /** The value must be at most, or at least, this. Without one it is only told. */
  readonly limit?: { readonly most: number } | { readonly least: number };
  /** What it was made from: floors, peers, the product itself. */
  readonly figures: readonly Figure[];
  /** What was counted or read to be sure that the work was done. */
  readonly proof: string;
};

/** Whether a goal is met; null where there is none. */
export function isMet({ value, limit }: Finding): boolean | null {
  if (limit === undefined) return null;
  return 'most' in limit ? value.median <= limit.most : value.median >= limit.least;
}

/** What is wanted, for example `≤ 1.5 ×`; empty where nothing is. */
export function describeLimit({ limit, unit }: Finding): string {
  if (limit === undefined) return '';
  return 'most' in limit ? `≤ ${limit.most} ${unit}` : `≥ ${limit.least} ${unit}`;
}
