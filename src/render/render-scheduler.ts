/**
 * Lets one render batch run at a time.
 * @param size of the render batch, in any unit.
 */
export type RenderScheduler = <T>(size: number, print: () => Promise<T>) => Promise<T>;

type Waiting = {
  readonly size: number;
  readonly begin: () => void;
  overtaken: number;
  overtakenSize: number;
};

/** So often the render batch that waits longest lets smaller ones go first. */
const MAX_OVERTAKEN = 4;
/** They are at most half as large, and all of them together no larger than it is itself. */
const SMALLER = 2;

/** Opens a line in which small render batches overtake large ones, so that one invoice does not wait for many; but nobody waits for ever. */
export function createRenderScheduler(): RenderScheduler {
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
      waiting.push({ size, begin: resolve, overtaken: 0, overtakenSize: 0 });
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
  const most = Math.min(first.size / SMALLER, first.size - first.overtakenSize);
  const smaller = waiting.findIndex(({ size }) => size <= most);
  if (smaller <= 0 || first.overtaken >= MAX_OVERTAKEN) return waiting.shift();
  first.overtaken += 1;
  first.overtakenSize += waiting[smaller]!.size;
  return waiting.splice(smaller, 1)[0];
}
