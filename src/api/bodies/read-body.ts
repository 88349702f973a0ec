import type { Readable } from 'node:stream';

/** Where the memory of a body whose length is not told begins; it doubles as the body comes. */
const FIRST_BYTES = 16 * 1024;
/** Each piece costs an event, whatever is in it: a body of single bytes would keep the process busy for a minute. */
const MAX_PIECES = 200_000;
/** Below this, memory comes from the allocator's free lists, and freeing it at once gains nothing. */
const WORTH_FREEING_BYTES = 1024 * 1024;

/** Why a body is not read to its end. */
export type BodyFailure =
  | 'too_large'
  | 'too_many_pieces'
  | 'no_room'
  | 'wrong_length'
  | 'wrong_coding'
  | 'window_too_large';

/** The body was not read; the rest of it is on its way. */
export class UnreadBody extends Error {
  override name = 'UnreadBody';
  readonly failure: BodyFailure;
  constructor(failure: BodyFailure) {
    super(failure);
    this.failure = failure;
  }
}

export type ReadOptions = {
  /** What Content-Length says; null when the body comes in chunks of no known number. */
  readonly length: number | null;
  /** Most bytes. */
  readonly limit: number;
  /** Asks for memory before it is used. @returns false when there is none. */
  readonly take: (bytes: number) => boolean;
};

/**
 * Reads the body of a request into one piece of memory, copying what comes as it comes: the small pieces of a hostile client would take a hundred
 * times their bytes. Memory of a known length is taken whole, which the system gives page by page as bytes come.
 * @throws UnreadBody; what the stream throws, and an error where it ends without its end: its sender is gone.
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
    /** @returns why there is no memory for so many bytes more. */
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
      fail(new Error('The stream closed within the body'));
    }
    stream.on('data', onData).on('end', onEnd).on('error', fail).on('close', onClose);
  });
}

/** Gives the memory of a large body back at once. Nobody may be reading it any more, in no thread. */
export function freeBody({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= WORTH_FREEING_BYTES) buffer.transfer(0);
}
