import type { Readable } from 'node:stream';

/** Initial capacity for a body of unknown length; the capacity doubles as the body arrives. */
const FIRST_BYTES = 16 * 1024;
/**
 * Maximum number of chunks. Each chunk costs an event regardless of its size: a body of single
 * bytes would occupy the process for a minute.
 */
const MAX_PIECES = 200_000;
/**
 * Below this size memory comes from the allocator's free lists, and freeing it early gains nothing.
 */
const WORTH_FREEING_BYTES = 1024 * 1024;

/** Reason why a body was not read to its end. */
export type BodyFailure =
  | 'too_large'
  | 'too_many_pieces'
  | 'no_room'
  | 'wrong_length'
  | 'wrong_coding'
  | 'window_too_large';

/** The body was not read completely; the client may still be sending the rest. */
export class UnreadBody extends Error {
  override name = 'UnreadBody';
  readonly failure: BodyFailure;
  constructor(failure: BodyFailure) {
    super(failure);
    this.failure = failure;
  }
}

export type ReadOptions = {
  /** Value of Content-Length; null for a chunked body of unknown length. */
  readonly length: number | null;
  /** Maximum number of bytes. */
  readonly limit: number;
  /**
   * Reserves memory before it is used.
   * @returns false if there is none.
   */
  readonly take: (bytes: number) => boolean;
};

/**
 * Reads the body of a request into one buffer and copies each chunk on arrival. Kept as they are,
 * the small chunks of a hostile client would take a hundred times their bytes. For a body of known
 * length the whole buffer is allocated at once; the operating system provides its pages as bytes
 * arrive.
 * @throws UnreadBody; an error of the stream; an error if the stream closes before its end because
 *   the client is gone.
 */
export function readBody(stream: Readable, { length, limit, take }: ReadOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let memory = Buffer.alloc(0);
    let received = 0;
    let pieces = 0;

    function stop(): void {
      stream.off('data', onData).off('end', onEnd).off('error', fail).off('close', onClose);
    }
    function fail(error: Error): void {
      stop();
      freeBody(memory);
      reject(error);
    }
    /**
     * Makes room for more bytes.
     * @returns the reason why there is no room, or null on success.
     */
    function makeRoom(bytes: number): BodyFailure | null {
      if (received + bytes > limit) return 'too_large';
      if (length !== null) {
        if (received + bytes > length) return 'wrong_length';
        if (memory.length === 0) memory = Buffer.allocUnsafeSlow(length);
        return take(bytes) ? null : 'no_room';
      }
      if (received + bytes <= memory.length) return null;
      const doubled = Math.max(FIRST_BYTES, 2 * memory.length, received + bytes);
      const capacity = Math.min(doubled, Math.max(limit, received + bytes));
      if (!take(capacity - memory.length)) return 'no_room';
      const larger = Buffer.allocUnsafeSlow(capacity);
      larger.set(memory.subarray(0, received));
      freeBody(memory);
      memory = larger;
      return null;
    }

    function onData(piece: Buffer): void {
      pieces += 1;
      const failure = pieces > MAX_PIECES ? 'too_many_pieces' : makeRoom(piece.length);
      if (failure !== null) return fail(new UnreadBody(failure));
      memory.set(piece, received);
      received += piece.length;
    }
    function onEnd(): void {
      if (length !== null && received < length) return fail(new UnreadBody('wrong_length'));
      stop();
      resolve(memory.subarray(0, received));
    }
    function onClose(): void {
      fail(new Error('The stream closed before the body was complete'));
    }
    stream.on('data', onData).on('end', onEnd).on('error', fail).on('close', onClose);
  });
}

/** Frees the memory of a large body at once. No thread may read the body afterwards. */
export function freeBody({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= WORTH_FREEING_BYTES) buffer.transfer(0);
}
