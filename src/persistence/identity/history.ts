/*
 * A history is what the positions of one write-ahead log belong to: a cluster, its timeline and a database in it, as `database_history()` names it
 * (`system-timeline-oid`). One of them is in use: the one that was used last.
 */

export type HistoryInUse = {
  /** Counts how often another one was taken into use: whoever knows the higher number knows better. */
  readonly generation: number;
  readonly history: string;
  /** What was in use before, of each cluster and database the newest timeline. */
  readonly left: readonly string[];
};

/** Of more clusters the longest left is forgotten. */
const MAX_LEFT = 100;

/** What is in use when another history is taken into use. */
export function takeIntoUse(
  { generation, history: before, left }: HistoryInUse,
  history: string,
): HistoryInUse {
  const [newest = before] = left.filter((each) => isAsNew(each, before));
  const others = left.filter((each) => !isAsNew(each, before) && !isAsNew(before, each));
  return { generation: generation + 1, history, left: [...others, newest].slice(-MAX_LEFT) };
}

/** Reads what `formatHistoryInUse` wrote; null for anything else. */
export function parseHistoryInUse(text: string | null): HistoryInUse | null {
  const [generation = '', history, ...left] = (text ?? '').split(' ');
  return /^\d{1,15}$/.test(generation) && history ? { generation: Number(generation), history, left } : null;
}

/** Writes it as one line of text. */
export function formatHistoryInUse({ generation, history, left }: HistoryInUse): string {
  return [generation, history, ...left].join(' ');
}

/**
 * Where a history stands: nothing was in use before; it is in use; it is to be taken into use, all chains compared first; it was left, and comes
 * back by an operator's order only.
 */
export type HistoryPlace = 'first' | 'in_use' | 'another' | 'left';

/**
 * Judges a history by the one in use and those before. Whatever was in use once, and whatever is older than that, comes back by an order only: in it nothing
 * tells what was issued elsewhere since, and what is left behind alive would take itself back.
 */
export function placeHistory(inUse: HistoryInUse | null, history: string): HistoryPlace {
  if (inUse === null) return 'first';
  if (inUse.history === history) return 'in_use';
  return [inUse.history, ...inUse.left].some((known) => isAsNew(known, history)) ? 'left' : 'another';
}

/** Says what a history is that was left, in one sentence without its end. */
export function describeLeft(inUse: HistoryInUse, history: string): string {
  return isAsNew(inUse.history, history)
    ? `this PostgreSQL is an earlier primary of the cluster: timeline ${split(inUse.history).timeline} is in use, this one is ${split(history).timeline}`
    : `this PostgreSQL was left for another one: ${inUse.history} is in use, this one is ${history}`;
}

/** What an operator can do about it. */
export const ADVICE_LEFT =
  'Point DATABASE_URL at the one in use and stop (fence) this one; who wants to go on with this one, and knows what the one in use has: npm run chains -- compare --reason … takes it into use, and compares all chains first';

/** Whether it is the same database of the same cluster on the same timeline or a newer one. */
function isAsNew(history: string, as: string): boolean {
  const [one, other] = [split(history), split(as)];
  return one.cluster === other.cluster && one.oid === other.oid && one.timeline >= other.timeline;
}

/** The cluster is missing where its identifier may not be read. */
function split(history: string) {
  const [oid, timeline, cluster] = history.split('-').toReversed();
  return { cluster, timeline: Number(timeline), oid };
}
