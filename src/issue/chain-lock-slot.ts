/** The slot in which a process waits for chains that other transactions have locked. */
export type ChainLockSlot = {
  /** @returns a function that releases the slot, or null when the slot is occupied. */
  enter(): (() => void) | null;
};

/**
 * Creates the single slot in which a process waits for locked chains. Each waiting batch occupies a
 * job of the worker. Without this limit, an organization whose batches wait for each other would
 * occupy all jobs and block the batches of other organizations.
 */
export function createChainLockSlot(): ChainLockSlot {
  let isTaken = false;
  return {
    enter() {
      if (isTaken) return null;
      isTaken = true;
      return () => {
        isTaken = false;
      };
    },
  };
}
