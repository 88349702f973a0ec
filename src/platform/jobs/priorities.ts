/**
 * Computes the priorities of jobs, so that a large batch of one organization does not delay the
 * others. Each organization has a virtual clock per queue. A job is due when the organization's
 * earlier jobs would be done at an assumed pace, and the job with the earliest due time runs first.
 * The jobs of an organization with little work are due at once; those of an organization with much
 * work are due over time and can be overtaken. If the workers fall behind, the first job of another
 * organization is due together with the next job to run, not behind the whole backlog.
 */
export type Priorities = {
  /**
   * Returns the priority of a job for BullMQ. A smaller number runs earlier.
   * @param seconds that the job takes at the assumed pace.
   * @param first priority of the job that runs next; null if none waits.
   */
  next(organizationId: number, seconds: number, now: Date, first?: number | null): number;
};

/** The largest priority that BullMQ accepts. */
const MAX_PRIORITY = 2 ** 21 - 1;
/** A job is due within half a day, however much work its organization has. */
const MAX_SECONDS = 12 * 3600;
/**
 * A job may be overdue for at most this many seconds and still be overtaken by the jobs of another
 * organization.
 */
const MAX_OVERDUE = 7 * 24 * 3600;
/** Allowance for differences between the clocks of machines. */
const SLACK_SECONDS = 3600;
/**
 * Priorities count seconds within an epoch of 16 days. The range leaves room for jobs that were due
 * before the epoch began and for those that are due after it ends.
 */
const EPOCH_SECONDS = MAX_PRIORITY - MAX_OVERDUE - 2 * (MAX_SECONDS + SLACK_SECONDS);
/** When this many organizations are remembered, those whose jobs are all due are forgotten. */
const MAX_REMEMBERED = 10_000;

/**
 * Returns the priorities of one queue, with virtual clocks that exist only in the memory of this
 * process.
 */
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
 * Returns the new priority of a job whose priority belongs to the previous epoch. Without it the
 * job would run after all later jobs.
 * @returns null if the priority is still valid.
 */
export function renumber(priority: number, now: Date): number | null {
  const at = now.getTime() / 1000;
  return isOfEpochBefore(priority, at) ? toPriority(dueOf(priority, at), at) : null;
}

function startOfEpoch(at: number): number {
  return Math.floor(at / EPOCH_SECONDS) * EPOCH_SECONDS;
}

/** A job that is overdue for more than `MAX_OVERDUE` gets the first priority. */
function toPriority(due: number, at: number): number {
  return Math.max(Math.floor(due - startOfEpoch(at)) + MAX_OVERDUE + 1, 1);
}

function dueOf(priority: number, at: number): number {
  const start = startOfEpoch(at) - (isOfEpochBefore(priority, at) ? EPOCH_SECONDS : 0);
  return start + priority - 1 - MAX_OVERDUE;
}

/**
 * A priority of the current epoch cannot be due so late; this one must belong to the previous
 * epoch.
 */
function isOfEpochBefore(priority: number, at: number): boolean {
  return priority > at - startOfEpoch(at) + MAX_OVERDUE + MAX_SECONDS + SLACK_SECONDS;
}

function forgetPast(dueAt: Map<number, number>, at: number): void {
  for (const [organizationId, due] of dueAt) if (due <= at) dueAt.delete(organizationId);
}
