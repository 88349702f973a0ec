import type { HttpAnswer } from './exchange-message.ts';
import { readResponse } from '../read-response.ts';
import type { Answers, Operation } from './operations.ts';
import type { Outcome } from '../outcome.ts';

/* The work of the thread that reads large answers. The caller transfers the bytes to the thread. */

export type ReadTask<O extends Operation = Operation> = {
  readonly operation: O;
  readonly answer: Omit<HttpAnswer, 'body'>;
  readonly body: Uint8Array<ArrayBuffer>;
};

/**
 * Reads the answer to an operation as `readResponse` does. The bytes must belong to this thread.
 */
export function read<O extends Operation>({ operation, answer, body }: ReadTask<O>): Outcome<Answers[O]> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return readResponse(operation, { ...answer, body: bytes });
}
