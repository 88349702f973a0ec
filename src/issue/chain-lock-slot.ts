/** Where a process waits for chains that other transactions hold. */
export type WaitingPlace = {
  /** @returns what gives the place back; null where it is taken. */
  enter(): (() => void) | null;
};

/**
 * Creates the one place in which a process waits for chains. Batches that wait hold a job's place each: an organization whose batches wait for each other would
 * take all of them, and other organizations' batches would wait with it.
 */
export function createWaitingPlace(): WaitingPlace {
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
