/**
 * Whose job comes next. Each organization has a clock of its own in every queue: a job is due when the organization's jobs before it would be done at a
 * modest pace, and the earliest due goes first. Whoever brings little is due at once; whoever brings a flood is due over time, and
 * overtaken meanwhile, but never by what comes after a job of his was due.
 */
export type Priorities = {
  /**
   * The priority of a job for BullMQ, the smaller the earlier.
   * @param seconds that the job takes at the modest pace.
   */
  next(organizationId: number, seconds: number, now: Date): number;
};

/** BullMQ's largest priority is 2^21. In seconds it lasts 24 days and starts again; what waits across that is hurried by the reconciler. */
const PRIORITIES = 2 ** 21;
/** However much an organization brings, a job of its is due within half a day. */
const MAX_SECONDS = 12 * 3600;
/** Organizations that are remembered: those whose jobs are not all due yet. */
const MAX_REMEMBERED = 10_000;

export function createPriorities(): Priorities {
  const dueAt = new Map<number, number>();
  return {
    next(organizationId, seconds, now) {
      const at = now.getTime() / 1000;
      const due = Math.min(Math.max(at, dueAt.get(organizationId) ?? 0), at + MAX_SECONDS);
      if (dueAt.size >= MAX_REMEMBERED) forgetPast(dueAt, at);
      dueAt.set(organizationId, due + seconds);
      return (Math.floor(due) % (PRIORITIES - 1)) + 1;
    },
  };
}

function forgetPast(dueAt: Map<number, number>, at: number): void {
  for (const [organizationId, due] of dueAt) if (due <= at) dueAt.delete(organizationId);
}
