/**
 * Whose job comes next. Each organization has a clock of its own in every queue: a job is due when the organization's jobs before it would be done at a
 * modest pace, and the earliest due goes first. Whoever brings little is due at once; whoever brings a flood is due over time, and
 * overtaken meanwhile. Where more is due than is done, whoever comes new is due with what goes next, and not behind all that is overdue.
 */
export type Priorities = {
  /**
   * The priority of a job for BullMQ, the smaller the earlier.
   * @param seconds that the job takes at the modest pace.
   * @param first priority of the job that goes next; null where none waits.
   */
  next(organizationId: number, seconds: number, now: Date, first?: number | null): number;
};

/** BullMQ's largest priority. */
const MAX_PRIORITY = 2 ** 21 - 1;
/** However much an organization brings, a job of its is due within half a day. */
const MAX_SECONDS = 12 * 3600;
/** So long it may be overdue and still be overtaken by who comes new. */
const MAX_OVERDUE = 7 * 24 * 3600;
/** Clocks of machines differ. */
const SLACK_SECONDS = 3600;
/** Priorities count seconds in an epoch of 16 days: what was due before its beginning and what is due past its end have room, too. */
const EPOCH_SECONDS = MAX_PRIORITY - MAX_OVERDUE - 2 * (MAX_SECONDS + SLACK_SECONDS);
/** Organizations that are remembered: those whose jobs are not all due yet. */
const MAX_REMEMBERED = 10_000;

export function createPriorities(): Priorities {
  const dueAt = new Map<number, number>();
  return {
    next(organizationId, seconds, now, first = null) {
      const at = now.getTime() / 1000;
      const begin = first === null ? at : Math.min(at, Math.max(at - MAX_OVERDUE, dueOf(first, at)));
      const due = Math.min(Math.max(begin, dueAt.get(organizationId) ?? 0), at + MAX_SECONDS);
      if (dueAt.size >= MAX_REMEMBERED) forgetPast(dueAt, begin);
      dueAt.set(organizationId, due + seconds);
      return toPriority(due, at);
    },
  };
}

/**
 * The priority that a job has from now on whose priority is of the epoch before: it would go behind all that came since.
 * @returns null where it is right as it is.
 */
export function renumber(priority: number, now: Date): number | null {
  const at = now.getTime() / 1000;
  return isOfEpochBefore(priority, at) ? toPriority(dueOf(priority, at), at) : null;
}

function startOfEpoch(at: number): number {
  return Math.floor(at / EPOCH_SECONDS) * EPOCH_SECONDS;
}

/** What is overdue for longer than that goes first. */
function toPriority(due: number, at: number): number {
  return Math.max(Math.floor(due - startOfEpoch(at)) + MAX_OVERDUE + 1, 1);
}

function dueOf(priority: number, at: number): number {
  const start = startOfEpoch(at) - (isOfEpochBefore(priority, at) ? EPOCH_SECONDS : 0);
  return start + priority - 1 - MAX_OVERDUE;
}

/** It would be due later than anything that comes now. */
function isOfEpochBefore(priority: number, at: number): boolean {
  return priority > at - startOfEpoch(at) + MAX_OVERDUE + MAX_SECONDS + SLACK_SECONDS;
}

function forgetPast(dueAt: Map<number, number>, at: number): void {
  for (const [organizationId, due] of dueAt) if (due <= at) dueAt.delete(organizationId);
}
