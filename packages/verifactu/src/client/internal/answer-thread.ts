import type { HttpAnswer } from './exchange-message.ts';
import { readResponseAs } from '../read-response.ts';
import type { Outcome } from '../outcome.ts';
import type { Reading } from '../../remission/reading.ts';

/* The work of the thread that reads large answers. The caller transfers the bytes to the thread. */

export type ReadTask = {
  readonly module: NonNullable<Reading<unknown>['module']>;
  readonly answer: Omit<HttpAnswer, 'body'>;
  readonly body: Uint8Array<ArrayBuffer>;
};

/**
 * Reads an answer as `readResponseAs` does, by a reading of a module. The bytes must belong to this
 * thread.
 */
export async function read({
  module: { url, exported, key },
  answer,
  body,
}: ReadTask): Promise<Outcome<unknown>> {
  const loaded = (await import(url)) as Readonly<Record<string, Readonly<Record<string, Reading<unknown>>>>>;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return readResponseAs(loaded[exported]![key]!, { ...answer, body: bytes });
}
