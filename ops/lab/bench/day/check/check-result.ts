import type { Waking } from './waking.ts';

/** One thing that a run was held against its simulation for. */
export type Comparison = {
  readonly what: string;
  readonly unit: string;
  /** From the least to the most: of times, what the machine would do alone, and with no more than others left of it. */
  readonly predicted: readonly [number, number];
  readonly measured: number;
  /** It may be beyond them by so many times, or by so much. */
  readonly bound: number;
  readonly slack: number;
};

/** A day that was run for real, beside its simulation. */
export type CheckResult = {
  readonly startedAt: string;
  readonly invoices: number;
  readonly batches: number;
  readonly minutes: number;
  readonly seed: number;
  /** Of the machine, and what others left of them. */
  readonly cores: number;
  readonly coresLeft: number;
  /** What was measured before the day. */
  readonly waking: Waking;
  readonly comparisons: readonly Comparison[];
};

/** Whether what was measured is as near to what was predicted as it should be. */
export function isNear({ predicted: [least, most], measured, bound, slack }: Comparison): boolean {
  return (
    (measured * bound >= least || measured + slack >= least) &&
    (measured <= most * bound || measured - slack <= most)
  );
}
