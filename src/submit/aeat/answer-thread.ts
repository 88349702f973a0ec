import type { HttpAnswer } from './exchange-message.ts';
import { type Answers, type Operation, READINGS } from './operations.ts';
import type { Outcome } from './outcome.ts';
import { readOutcome } from './read-outcome.ts';

/* The work of the thread that reads large answers. The caller transfers the bytes to the thread. */

export type ReadTask<O extends Operation = Operation> = {
  readonly operation: O;
  readonly answer: Omit<HttpAnswer, 'body'>;
  readonly body: Uint8Array<ArrayBuffer>;
};

export function read<O extends Operation>({ operation, answer, body }: ReadTask<O>): Outcome<Answers[O]> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return readOutcome({ answer: { ...answer, body: bytes }, failure: null }, READINGS[operation]);
}
