/*
 * The store of render batches whose bytes are not in PostgreSQL (ops/adr/0031). An object is stored
 * before its row. Its name consists of the day on which it was stored and the hash of its content,
 * so storing it again changes nothing.
 */

export type RenderBatchPlace = {
  /** Day in UTC, YYYY-MM-DD. */
  readonly storedOn: string;
  /** SHA-256 of the bytes. */
  readonly sha256: Buffer;
};

export type RenderStore = Disposable & {
  /** @throws StoreAwayError */
  put(place: RenderBatchPlace, content: Buffer): Promise<void>;
  /**
   * Returns the stored bytes, or null when the object does not exist. Does not verify the bytes.
   * @throws StoreAwayError when the store is unavailable.
   */
  get(place: RenderBatchPlace): Promise<Buffer | null>;
  /**
   * Lists the objects that were stored on a day, in pages.
   * @throws StoreAwayError when the store is unavailable.
   */
  list(day: string): AsyncIterable<readonly RenderBatchPlace[]>;
  /** @throws StoreAwayError */
  remove(place: RenderBatchPlace): Promise<void>;
};

/**
 * The store cannot be reached, refuses the request, or does not answer in time. The state of the
 * object is unknown.
 */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError';
}

/** Returns the day of a time, for the name of a new object. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
