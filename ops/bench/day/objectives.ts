import type { Outcome, Waits } from './simulate.ts';

/** What a day is sized for: 99 of 100 are done within so many seconds of their request. */
export const OBJECTIVES: Readonly<Record<keyof Waits, number>> = {
  accepted: 0.5,
  issued: 10,
  rendered: 600,
  remitted: 3600,
};
const QUANTILE = 0.99;

/** What 99 of 100 waited, over what they should at most; the worst first. */
export function judgeWaits(
  waits: Waits,
): { readonly name: keyof Waits; readonly seconds: number; readonly ratio: number }[] {
  return (Object.keys(OBJECTIVES) as (keyof Waits)[])
    .map((name) => {
      const seconds = waits[name].quantile(QUANTILE);
      return { name, seconds, ratio: seconds / OBJECTIVES[name] };
    })
    .toSorted((a, b) => b.ratio - a.ratio);
}

/** Which of them are missed. */
export function listMissed({ waits }: Outcome): (keyof Waits)[] {
  return judgeWaits(waits)
    .filter(({ ratio }) => ratio > 1)
    .map(({ name }) => name);
}
