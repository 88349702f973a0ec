import { INVOICES_PER_RENDER_BATCH, MAX_SMALL_PDFS } from '../contracts/jobs.ts';

/** Beside somebody who waits for a few, and who waits for one render batch at most. */
const BESIDE_SMALL = 4;
/** Where somebody did lately, and may again: a third of a job. */
const AFTER_SMALL = 9;
const LATELY_MS = 10_000;

/** A rendering that is in hand. */
export type InHand = Disposable & {
  /** How many invoices its next render batch may hold. */
  readonly most: number;
};

/** Tells each rendering how much to render batch together, by what else is in hand. @param invoices of the rendering. */
export type BatchSizes = (invoices: number) => InHand;

/**
 * A render batch is not interrupted: whoever comes waits for the one that runs. So where only large renderings are in hand their render batches are large, which
 * takes the least room and time; they are small beside a small one, and of a middle size for a while after it.
 */
export function createBatchSizes(now: () => number = () => performance.now()): BatchSizes {
  let small = 0;
  let lastSmallAt = -Infinity;
  return (invoices) => {
    const isSmall = invoices <= MAX_SMALL_PDFS;
    if (isSmall) small += 1;
    return {
      get most() {
        if (isSmall) return MAX_SMALL_PDFS;
        if (small > 0) return BESIDE_SMALL;
        return now() - lastSmallAt < LATELY_MS ? AFTER_SMALL : INVOICES_PER_RENDER_BATCH;
      },
      [Symbol.dispose]() {
        if (!isSmall) return;
        small -= 1;
        lastSmallAt = now();
      },
    };
  };
}
