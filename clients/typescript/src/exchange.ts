import { EngineError } from './engine-error.ts';
import { encodeBody } from './encode-body.ts';
import { VERSION } from './version.ts';

export type Request = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON. */
  readonly body?: string | undefined;
};

/** An answer whose body has not been read yet. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** The body, which can be read once. @throws EngineError if the connection breaks. */
  readonly chunks: AsyncGenerator<Uint8Array, void, void>;
  /** Discards a body that is not needed. */
  discard(): void;
};

/** What requests say of this client (RFC 9110, 10.1.5). */
const USER_AGENT = `invoice-batch-engine-client/${VERSION} (TypeScript)`;

export type Exchange = (request: Request, signal?: AbortSignal) => Promise<Answer>;

/**
 * Creates a function that sends one request and returns its answer, without retries.
 * @param silenceMs the longest time without data, before the answer begins and between two pieces
 *   of it.
 */
export function createExchange(fetch: typeof globalThis.fetch, silenceMs: number): Exchange {
  return async ({ method, url, headers, body }, signal) => {
    signal?.throwIfAborted();
    const ending = new AbortController();
    let isSilent = false;
    const listen = () =>
      setTimeout(() => {
        isSilent = true;
        ending.abort();
      }, silenceMs);
    let timer = listen();
    const abort = () => ending.abort();
    signal?.addEventListener('abort', abort, { once: true });
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      ending.abort();
    };
    const explain = (error: unknown) => {
      if (signal?.aborted) return signal.reason as Error;
      if (isSilent) return silenceError(silenceMs, error);
      return brokenError(error);
    };
    try {
      const encoded = body === undefined ? undefined : await encodeBody(body);
      const answer = await fetch(url, {
        method,
        headers: { 'user-agent': USER_AGENT, ...headers, ...encoded?.headers },
        ...(encoded && { body: encoded.body }),
        signal: ending.signal,
        redirect: 'manual',
      });
      const reader = answer.body?.getReader();
      async function* read(): AsyncGenerator<Uint8Array, void, void> {
        try {
          for (;;) {
            clearTimeout(timer);
            timer = listen();
            const piece = await reader?.read();
            // The time in which the caller processes a piece does not count.
            clearTimeout(timer);
            if (piece?.value === undefined) return;
            yield piece.value;
          }
        } catch (error) {
          throw explain(error);
        } finally {
          leave();
        }
      }
      return { status: answer.status, headers: answer.headers, chunks: read(), discard: leave };
    } catch (error) {
      leave();
      throw explain(error);
    }
  };
}

/**
 * Reads a complete body.
 * @param most the largest uncompressed size in bytes.
 * @throws EngineError `too_large` if it has
 *   more; the rest is not read.
 */
export async function readBytes({ status, chunks }: Answer, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of chunks) {
    length += piece.length;
    if (length > most) throw tooLargeError(status, 'The answer', most);
    pieces.push(piece);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

/** Builds the error for a body that is too large. @param most the limit in bytes. */
export function tooLargeError(status: number, what: string, most: number): EngineError {
  const megabytes = most / (1024 * 1024);
  const message = `${what} is larger than ${megabytes} MB and was not read. Check the address of the engine`;
  return new EngineError({ status, code: 'too_large', message });
}

function silenceError(silenceMs: number, cause: unknown): EngineError {
  const message = `The engine sent no data for ${silenceMs / 1000} s`;
  return new EngineError({ status: 0, code: 'timeout', message }, cause);
}

function brokenError(cause: unknown): EngineError {
  const why = findReason(cause);
  return new EngineError(
    { status: 0, code: 'unreachable', message: `No answer from the engine: ${why}` },
    cause,
  );
}

/**
 * Finds the reason in an error of Node's fetch, which contains it as the cause, sometimes one for
 * each address.
 */
function findReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError) return findReason(cause.errors[0]);
  return cause instanceof Error ? findReason(cause) : error.message;
}
