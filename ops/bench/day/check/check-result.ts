/** One thing that a run was held against its simulation for. */
export type Comparison = {
  readonly what: string;
  readonly unit: string;
  readonly predicted: number;
  readonly measured: number;
  /** One may be so many times the other at most; a time so near to the other in seconds is as good. */
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
  readonly comparisons: readonly Comparison[];
};

/** Whether the two are as near as they should be. */
export function isNear({ predicted, measured, bound, slack }: Comparison): boolean {
  if (Math.abs(predicted - measured) <= slack) return true;
  const [less, more] = [predicted, measured].toSorted((a, b) => a - b);
  return more! <= less! * bound;
}
