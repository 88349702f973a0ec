/** Lets one piece of work run at a time; more of it waits, in order. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

/** Opens a line. What fails in it keeps nothing behind it from running. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
