import type { RemissionSummary } from '../../persistence/read/remissions.ts';

/* When a chain's next message may go: after AEAT's wait, and after the lease of who is sending. */

/** Until when somebody is sending, or has died over it; null where nobody is. Milliseconds since 1970. */
function findLeaseEnd({ sendingUntil }: RemissionSummary, now: number): number | null {
  return sendingUntil !== null && sendingUntil > now ? sendingUntil : null;
}

/** When the next message may go; null: at once. */
export function findNextTry(chain: RemissionSummary, now: number): number | null {
  const next = Math.max(chain.nextAllowedAt ?? 0, findLeaseEnd(chain, now) ?? 0);
  return next > now ? next : null;
}

/** The line about a message that is under way, or that its worker left behind; none where the chain waits for somebody anyway. */
export function describeLease(chain: RemissionSummary, now: number): string[] {
  const end = findLeaseEnd(chain, now);
  if (end === null || chain.pending === 0 || chain.haltedReason !== null) return [];
  return [
    `    UNDER WAY: a message was begun and not ended; while it is, or where its worker has died over it, nobody else sends before ${new Date(end).toISOString()}`,
  ];
}
