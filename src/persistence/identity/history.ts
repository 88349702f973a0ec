/*
 * A history is what the positions of one write-ahead log belong to: a cluster, its timeline and a database in it, as `database_history()` names it
 * (`system-timeline-oid`). One of them is in use: the one that was used last.
 */

export type HistoryInUse = {
  /** Counts how often another one was taken into use: whoever knows the higher number knows better. */
  readonly generation: number;
  readonly history: string;
  /** Those that do not come back by themselves: an operator left them, or they did so once. */
  readonly spent: readonly string[];
};

/** More are forgotten, the oldest first. */
const MAX_SPENT = 100;

/** What is in use when another history is taken into use by itself. Once each: else two workers on two clusters would take turns for ever. */
export function takeByItself({ generation, spent }: HistoryInUse, history: string): HistoryInUse {
  return { generation: generation + 1, history, spent: [...spent, history].slice(-MAX_SPENT) };
}

/** What is in use when an operator takes another history into use: the one that is left wants an order, too, from then on. */
export function takeByOrder(inUse: HistoryInUse, history: string): HistoryInUse {
  const { generation, spent } = inUse;
  const left = [...spent, inUse.history].filter((each) => each !== history);
  return { generation: generation + 1, history, spent: left.slice(-MAX_SPENT) };
}

/** Reads what `formatHistoryInUse` wrote; null for anything else. */
export function parseHistoryInUse(text: string | null): HistoryInUse | null {
  const [generation = '', history, ...spent] = (text ?? '').split(' ');
  return /^\d{1,15}$/.test(generation) && history ? { generation: Number(generation), history, spent } : null;
}

/** Writes it as one line of text. */
export function formatHistoryInUse({ generation, history, spent }: HistoryInUse): string {
  return [generation, history, ...spent].join(' ');
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
  return inUse.spent.includes(history) || isEarlier(history, inUse.history) ? 'left' : 'another';
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
