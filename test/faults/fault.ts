import type { World } from './support/world.ts';

/** What a fault run did and how the product came back. */
export type FaultResult = {
  readonly injected: number;
  /** From each fault's end to the recovery from it, in ms. */
  readonly recoveries: readonly number[];
  readonly note?: string;
};

/** A fault under load. After it nothing may be left to do, and the invariants must hold. */
export type Fault = {
  readonly name: string;
  readonly title: string;
  /** What counts as recovered, for the table. */
  readonly recovered: string;
  /** Longest time that a recovery may take, in ms. */
  readonly limit: number;
  /** What the machine must allow; where it does not, the fault is skipped and the table says so. */
  readonly needs?: 'servers' | 'mount';
  /** @param isShort for `npm test`: less load, fewer faults. */
  run(world: World, isShort: boolean): Promise<FaultResult>;
};

/** Time since a moment of `performance.now()`, in ms. */
export function since(moment: number): number {
  return performance.now() - moment;
}
