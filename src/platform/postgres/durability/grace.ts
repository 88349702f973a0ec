import { type Durability, isOnlyAsynchronous, waitsForNone } from './durability.ts';

/**
 * So long a server whose standbys are all asynchronous is still worked with that was right before: after a failover a manager takes some seconds to name
 * the synchronous standby, and work would stop for no reason at each.
 */
const GRACE_MS = 60_000;

/**
 * Judges one look after the other. A standby that is asynchronous, gone for a look and there again gets no other grace: where one was seen, only a commit
 * that waits for a standby makes it right. @returns whether nothing may be promised.
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
