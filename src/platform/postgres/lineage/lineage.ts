/*
 * A cluster lineage is what the positions of one write-ahead log belong to: a cluster, its timeline
 * and a database in it, as `database_lineage()` names it (`system-timeline-oid`). Redis remembers
 * the lineage in which the engine worked last, the active one. A lineage is in one of these states:
 *
 *   first       no lineage was ever active: this one becomes active
 *   active      the engine works in it
 *   another     it was never active, and it is not an older timeline of one that was: it becomes
 *               active, after all of its chains are marked to be compared with AEAT
 *   superseded  it was active before, or is an older timeline of one that was: only an operator's
 *               order makes it active again
 */

export type ActiveLineage = {
  /**
   * Counts the changes of the active lineage: of two records the one with the higher number is
   * right.
   */
  readonly generation: number;
  readonly lineage: string;
  /** The lineages that were active before: of each cluster and database the newest timeline. */
  readonly superseded: readonly string[];
};

/** The most superseded lineages that are remembered; the oldest one is forgotten. */
const MAX_SUPERSEDED = 100;

/** Returns the new record when another lineage becomes active. */
export function takeIntoUse(
  { generation, lineage: before, superseded }: ActiveLineage,
  lineage: string,
): ActiveLineage {
  const [newest = before] = superseded.filter((each) => isAsNew(each, before));
  const others = superseded.filter((each) => !isAsNew(each, before) && !isAsNew(before, each));
  return { generation: generation + 1, lineage, superseded: [...others, newest].slice(-MAX_SUPERSEDED) };
}

/** Reads a record that `formatActiveLineage` wrote. Returns null for any other text. */
export function parseActiveLineage(text: string | null): ActiveLineage | null {
  const [generation = '', lineage, ...superseded] = (text ?? '').split(' ');
  return /^\d{1,15}$/.test(generation) && lineage
    ? { generation: Number(generation), lineage, superseded }
    : null;
}

/** Formats a record as one line of text. */
export function formatActiveLineage({ generation, lineage, superseded }: ActiveLineage): string {
  return [generation, lineage, ...superseded].join(' ');
}

/** The state of a lineage, as described above. */
export type LineageState = 'first' | 'active' | 'another' | 'superseded';

/**
 * Judges a lineage by the active one and the superseded ones. A lineage that was active before, or
 * an older timeline of one, becomes active only by an operator's order. Nothing in it shows what
 * was issued elsewhere since, and a superseded primary that still runs would otherwise make itself
 * active again.
 */
export function judgeLineage(active: ActiveLineage | null, lineage: string): LineageState {
  if (active === null) return 'first';
  if (active.lineage === lineage) return 'active';
  const known = [active.lineage, ...active.superseded];
  return known.some((each) => isAsNew(each, lineage)) ? 'superseded' : 'another';
}

/** Describes a superseded lineage in one sentence without a full stop. */
export function describeSuperseded(active: ActiveLineage, lineage: string): string {
  return isAsNew(active.lineage, lineage)
    ? `this PostgreSQL is an earlier primary of the cluster: timeline ${split(active.lineage).timeline} is active, this one is ${split(lineage).timeline}`
    : `this PostgreSQL was superseded by another one: ${active.lineage} is active, this one is ${lineage}`;
}

/** The actions that an operator can take. */
export const ADVICE_SUPERSEDED =
  'If the active database is of another installation, one of its processes uses this Redis: stop it, give it a REDIS_URL of its own, and run npm run engine -- chains compare --reason … here. Otherwise point DATABASE_URL at the active database and stop (fence) this one. Only if you want to continue with this database and know what the active one contains: npm run engine -- chains compare --reason … makes this one active and first compares all chains';

/**
 * Returns whether a lineage is the same database of the same cluster as another one, on the same
 * timeline or a newer one.
 */
function isAsNew(lineage: string, as: string): boolean {
  const [one, other] = [split(lineage), split(as)];
  return one.cluster === other.cluster && one.oid === other.oid && one.timeline >= other.timeline;
}

/**
 * Splits the name of a lineage. The cluster is missing if the login may not read its identifier.
 */
function split(lineage: string) {
  const [oid, timeline, cluster] = lineage.split('-').toReversed();
  return { cluster, timeline: Number(timeline), oid };
}
