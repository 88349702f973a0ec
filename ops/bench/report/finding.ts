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

/** A goal's measured value. */
export type Finding = {
  readonly goal: string;
  readonly what: string;
  readonly unit: '×' | 'ms' | 'MB' | '%';
  readonly value: Spread;
  /** The value must be at most, or at least, this. */
  readonly limit: { readonly most: number } | { readonly least: number };
  /** What it was made from: floors, peers, the product itself. */
  readonly figures: readonly Figure[];
  /** What was counted or read to be sure that the work was done. */
  readonly proof: string;
};

export function isMet({ value, limit }: Pick<Finding, 'value' | 'limit'>): boolean {
  return 'most' in limit ? value.median <= limit.most : value.median >= limit.least;
}
