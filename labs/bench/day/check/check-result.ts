import type { Waking } from './waking.ts';

/** A quantity that was both predicted by the simulation and measured in the run. */
export type Comparison = {
  readonly what: string;
  readonly unit: string;
  /**
   * The lowest and the highest prediction: with the whole machine available, and with only the
   * cores that other processes left free.
   */
  readonly predicted: readonly [number, number];
  readonly measured: number;
  /**
   * The measured value may lie outside the predicted range by the factor `bound` or by the amount
   * `slack`, whichever allows more.
   */
  readonly bound: number;
  readonly slack: number;
};

/** A day that was run for real, compared with its simulation. */
export type CheckResult = {
  readonly startedAt: string;
  readonly invoices: number;
  readonly batches: number;
  readonly minutes: number;
  readonly seed: number;
  /**
   * `cores` is the number of cores of the machine; `coresLeft` is the number that other processes
   * left free.
   */
  readonly cores: number;
  readonly coresLeft: number;
  /** The cost of waking, measured before the day. */
  readonly waking: Waking;
  readonly comparisons: readonly Comparison[];
};

/** Reports whether the measured value is within the allowed distance of the prediction. */
export function isNear({ predicted: [least, most], measured, bound, slack }: Comparison): boolean {
  return (
    (measured * bound >= least || measured + slack >= least) &&
    (measured <= most * bound || measured - slack <= most)
  );
}
