import type { DatabaseWitness } from '../../src/persistence/identity/database-witness.ts';

/** Knows nothing: whatever database it is shown is the one in use. */
export const UNKNOWING: DatabaseWitness = {
  look: () => Promise.resolve({ inUse: null, whyLeft: null }),
  recall: () => Promise.resolve(null),
  explain: () => Promise.resolve(null),
};
