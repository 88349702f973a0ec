/*
 * Where render batches lie whose bytes are not in PostgreSQL (ops/adr/0031). An object is there before its row is, and is named by the day on which it was
 * put there and by its content: putting it there again changes nothing.
 */

export type RenderBatchPlace = {
  /** YYYY-MM-DD in UTC. */
  readonly storedOn: string;
  /** Of the bytes. */
  readonly sha256: Buffer;
};

export type RenderStore = Disposable & {
  /** @throws StoreAwayError */
  put(place: RenderBatchPlace, content: Buffer): Promise<void>;
  /**
   * The bytes that lie there; null where nothing does. Whether they are the right ones is not looked at.
   * @throws StoreAwayError
   */
  get(place: RenderBatchPlace): Promise<Buffer | null>;
  /**
   * What was put there on a day, some at a time.
   * @throws StoreAwayError
   */
  list(day: string): AsyncIterable<readonly RenderBatchPlace[]>;
  /** @throws StoreAwayError */
  remove(place: RenderBatchPlace): Promise<void>;
};

/** The store cannot be reached, refuses, or does not answer in time: nobody knows what lies there. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError';
}

/** The day of a moment, for new objects. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
