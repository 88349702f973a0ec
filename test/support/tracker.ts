import type { PrimaryTracker } from '../../src/platform/postgres/lineage/primary-tracker.ts';

/** A primary tracker that knows no primary, so it accepts every database as the one in use. */
export const UNKNOWING: PrimaryTracker = {
  look: () => Promise.resolve({ inUse: null, whySuperseded: null }),
  recall: () => Promise.resolve(null),
  explain: () => Promise.resolve(null),
};
