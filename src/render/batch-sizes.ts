import { INVOICES_PER_RENDER_BATCH, MAX_SMALL_PDFS } from '../contracts/jobs.ts';

/**
 * Invoices per render batch while a small rendering is in progress. Its client then waits for one
 * short render batch at most.
 */
const BESIDE_SMALL = 4;
/**
 * Invoices per render batch shortly after a small rendering, when another one is likely: a third of
 * a job.
 */
const AFTER_SMALL = 9;
const LATELY_MS = 10_000;

/** A rendering in progress. */
export type InHand = Disposable & {
  /** Maximum number of invoices of its next render batch. */
  readonly most: number;
};

/**
 * Registers a rendering and determines the size of its render batches from the other renderings in
 * progress.
 * @param invoices number of invoices of the rendering.
 */
export type BatchSizes = (invoices: number) => InHand;

/**
 * A render batch is never interrupted, so a new rendering waits for the current one. When only
 * large renderings are in progress, their render batches are large, which uses the least space and
 * time. They are small beside a small rendering, and medium-sized for a while after it.
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
