import type { PrimaryTracker } from '../../src/platform/postgres/lineage/primary-tracker.ts';

/** Knows nothing: whatever database it is shown is the one in use. */
export const UNKNOWING: PrimaryTracker = {
  look: () => Promise.resolve({ inUse: null, whySuperseded: null }),
  recall: () => Promise.resolve(null),
  explain: () => Promise.resolve(null),
};
