/**
 * Lets one print run at a time.
 * @param invoices of the print.
 */
export type PrintLine = <T>(invoices: number, print: () => Promise<T>) => Promise<T>;

type Waiting = { readonly invoices: number; readonly begin: () => void; overtaken: number };

/** So often a print that waits lets smaller ones go first: their time together is less than that of one large print. */
const MOST_OVERTAKEN = 4;

/** Opens a line in which small prints go first, so that one invoice does not wait for many; but nobody waits for ever. */
export function openPrintLine(): PrintLine {
  const waiting: Waiting[] = [];
  let isPrinting = false;

  function beginNext(): void {
    isPrinting = false;
    const next = takeNext(waiting);
    if (!next) return;
    isPrinting = true;
    next.begin();
  }

  return async (invoices, print) => {
    if (isPrinting) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ invoices, begin: resolve, overtaken: 0 });
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

/** Takes the smallest print that came first, unless one before it was overtaken too often. */
function takeNext(waiting: Waiting[]): Waiting | undefined {
  const patient = waiting.findIndex(({ overtaken }) => overtaken >= MOST_OVERTAKEN);
  const fewest = Math.min(...waiting.map(({ invoices }) => invoices));
  const place = patient === -1 ? waiting.findIndex(({ invoices }) => invoices === fewest) : patient;
  for (const item of waiting.slice(0, Math.max(place, 0))) item.overtaken += 1;
  return waiting.splice(place, 1)[0];
}
