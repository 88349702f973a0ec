/** Runs one function at a time. Further calls wait in order. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a mutex. A function that fails does not prevent later ones from running. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
