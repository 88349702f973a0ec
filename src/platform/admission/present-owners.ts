/**
 * Milliseconds for which an owner counts as present after it was seen: so long that an owner with a
 * request now and then does not meet the flood of another one each time.
 */
const PRESENT_MS = 60_000;

export type PresentOwners = {
  /** Notes that an owner has sent a request. */
  see(owner: number | string): void;
  /** Returns whether an owner is alone: no other one was seen lately. */
  isAlone(owner: number | string): boolean;
};

/** Creates a memory of who was seen lately. @param now monotonic time in milliseconds. */
export function createPresentOwners(now: () => number = () => performance.now()): PresentOwners {
  /** The last two different owners suffice to answer for any owner. */
  let [last, other]: { owner: number | string; at: number }[] = [];
  return {
    see(owner) {
      if (last?.owner !== owner) other = last;
      last = { owner, at: now() };
    },
    isAlone(owner) {
      const seen = last?.owner === owner ? other : last;
      return seen === undefined || now() - seen.at >= PRESENT_MS;
    },
  };
}
