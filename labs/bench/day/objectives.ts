import type { Outcome, Waits } from './simulate.ts';

/**
 * The objectives that an installation is sized for: 99 % finish within this many seconds of their
 * request.
 */
export const OBJECTIVES: Readonly<Record<keyof Waits, number>> = {
  accepted: 0.5,
  issued: 10,
  rendered: 600,
  remitted: 3600,
};
const QUANTILE = 0.99;

/** Returns the objectives that are missed. */
export function listMissed({ waits }: Outcome): (keyof Waits)[] {
  return (Object.keys(OBJECTIVES) as (keyof Waits)[]).filter(
    (name) => waits[name].quantile(QUANTILE) > OBJECTIVES[name],
  );
}
