import type { World } from './world.ts';

/** Seconds that something took, by what it is; and the limit, where there is a goal. */
export type Measure = { readonly what: string; readonly seconds: number; readonly limit?: number };

/** A way to hurt a cluster under load. After it nothing may be left to do, and the invariants must hold. */
export type Fault = {
  readonly name: string;
  /** What is hurt, how it is undone, and what is awaited, in words. */
  readonly hurts: string;
  readonly undone: string;
  readonly awaits: string;
  /** false: no request may be answered with anything but 201. A connection that is lost and made again is no refusal. */
  readonly mayRefuse?: false;
  /** What this machine must allow. */
  readonly needs?: Need;
  run(world: World): Promise<readonly Measure[]>;
};

type Need = 'namespaces';

/** The seconds since a moment of `performance.now()`. */
export function since(moment: number): number {
  return (performance.now() - moment) / 1000;
}
