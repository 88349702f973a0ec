import { describeLeft, type HistoryInUse, placeHistory } from '../persistence/identity/history.ts';

/** A database that is connected to while another one is in use. */
export type OutOfUse = {
  readonly inUse: HistoryInUse;
  readonly history: string;
  /** Why workers do not take it into use by themselves; null where they do. */
  readonly whyLeft: string | null;
};

/** Whether the database with this history is the one in use. @returns null where it is. */
export function judgeUse(inUse: HistoryInUse, history: string): OutOfUse | null {
  if (inUse.history === history) return null;
  const isLeft = placeHistory(inUse, history) === 'left';
  return { inUse, history, whyLeft: isLeft ? describeLeft(inUse, history) : null };
}
