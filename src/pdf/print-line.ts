/**
 * Lets one print run at a time.
 * @param size of the print, in any unit.
 */
export type PrintLine = <T>(size: number, print: () => Promise<T>) => Promise<T>;

type Waiting = { readonly size: number; readonly begin: () => void; overtaken: number };

/** So often the print that waits longest lets smaller ones go first. */
const MOST_OVERTAKEN = 4;
/** They are smaller than a quarter of it: all of them together take no longer than it does itself. */
const SMALLER = MOST_OVERTAKEN;

/** Opens a line in which small prints overtake large ones, so that one invoice does not wait for many; but nobody waits for ever. */
export function openPrintLine(): PrintLine {
  const waiting: Waiting[] = [];
  let isPrinting = false;

  function beginNext(): void {
    const next = takeNext(waiting);
    isPrinting = next !== undefined;
    next?.begin();
  }

  return async (size, print) => {
    if (isPrinting) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ size, begin: resolve, overtaken: 0 });
      await promise;
    }
    isPrinting = true;
    try {
      return await print();
    } finally {
      beginNext();
    }
  };
}

function takeNext(waiting: Waiting[]): Waiting | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  const smaller = waiting.findIndex(({ size }) => size * SMALLER <= first.size);
  if (smaller === -1 || first.overtaken >= MOST_OVERTAKEN) return waiting.shift();
  first.overtaken += 1;
  return waiting.splice(smaller, 1)[0];
}
