/*
 * A history is what the positions of one write-ahead log belong to: a cluster, its timeline and a database in it, as `database_history()` names it
 * (`system-timeline-oid`). One of them is in use: the one that was used last.
 */

export type HistoryInUse = {
  /** Counts how often another one was taken into use: whoever knows the higher number knows better. */
  readonly generation: number;
  readonly history: string;
  /** The one that an operator left for this one: it does not come back by itself. */
  readonly leftByOrder: string | null;
};

/** Reads what `formatHistoryInUse` wrote; null for anything else. */
export function parseHistoryInUse(text: string | null): HistoryInUse | null {
  const [, generation, history, leftByOrder = null] = /^(\d{1,15}) (\S+)(?: (\S+))?$/.exec(text ?? '') ?? [];
  return history === undefined ? null : { generation: Number(generation), history, leftByOrder };
}

/** Writes it as one line of text. */
export function formatHistoryInUse({ generation, history, leftByOrder }: HistoryInUse): string {
  return [generation, history, ...(leftByOrder === null ? [] : [leftByOrder])].join(' ');
}

/**
 * Where a history stands: nothing was in use before; it is in use; it is to be taken into use, all chains compared first; it was left, and comes
 * back by an operator's order only.
 */
export type HistoryPlace = 'first' | 'in_use' | 'another' | 'left';

/** Judges a history by the one in use. */
export function placeHistory(inUse: HistoryInUse | null, history: string): HistoryPlace {
  if (inUse === null) return 'first';
  if (inUse.history === history) return 'in_use';
  return inUse.leftByOrder === history || isEarlier(history, inUse.history) ? 'left' : 'another';
}

/** Says what a history is that was left, in one sentence without its end. */
export function describeLeft(inUse: HistoryInUse, history: string): string {
  return isEarlier(history, inUse.history)
    ? `this PostgreSQL is an earlier primary of the cluster: timeline ${split(inUse.history).timeline} is in use, this one is ${split(history).timeline}`
    : `this PostgreSQL was left for another one: ${inUse.history} is in use, this one is ${history}`;
}

/** What an operator can do about it. */
export const ADVICE_LEFT =
  'Point DATABASE_URL at the one in use and stop (fence) this one; who wants to go on with this one, and knows what the one in use has: npm run chains -- compare --reason … takes it into use, and compares all chains first';

function isEarlier(history: string, than: string): boolean {
  const [one, other] = [split(history), split(than)];
  return one.cluster === other.cluster && one.oid === other.oid && one.timeline < other.timeline;
}

/** The cluster is missing where its identifier may not be read. */
function split(history: string) {
  const [oid, timeline, cluster] = history.split('-').toReversed();
  return { cluster, timeline: Number(timeline), oid };
}
