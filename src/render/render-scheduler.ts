/**
 * Runs one render batch at a time.
 * @param size size of the render batch, in any unit.
 */
export type RenderScheduler = <T>(size: number, print: () => Promise<T>) => Promise<T>;

type Waiting = {
  readonly size: number;
  readonly begin: () => void;
  overtaken: number;
  overtakenSize: number;
};

/**
 * Maximum number of times that smaller render batches may overtake the one that has waited longest.
 */
const MAX_OVERTAKEN = 4;
/**
 * A render batch may overtake another one if it is at most half as large. All that overtake it are
 * together at most as large as it is.
 */
const SMALLER = 2;

/**
 * Creates a scheduler in which small render batches overtake large ones, so a single invoice does
 * not wait for many. The number of overtakings is limited, so every render batch runs eventually.
 */
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
