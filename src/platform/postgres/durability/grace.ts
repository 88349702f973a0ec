import { type Durability, isOnlyAsynchronous, waitsForNone } from './durability.ts';

/**
 * How long a server whose standbys are all asynchronous is still accepted if it was right before.
 * After a failover a cluster manager takes some seconds to name the synchronous standby, and work
 * must not stop during that time.
 */
const GRACE_MS = 60_000;

/**
 * Creates a judge of successive readings. A standby that was asynchronous and disappears for one
 * reading does not start a new grace period: after one was seen, only a commit that waits for a
 * standby ends the state.
 * @returns a function that returns whether work must be refused.
 */
export function createGrace(clock: () => number): (durability: Durability) => boolean {
  let rightAt: number | null = null;
  let wasAsynchronous = false;

  return (durability) => {
    if (isOnlyAsynchronous(durability)) {
      wasAsynchronous = true;
      return rightAt === null || clock() - rightAt >= GRACE_MS;
    }
    if (!durability.isStandby && !waitsForNone(durability)) wasAsynchronous = false;
    if (!wasAsynchronous) rightAt = clock();
    return false;
  };
}
