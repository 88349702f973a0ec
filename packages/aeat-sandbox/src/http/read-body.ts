import type { IncomingMessage } from 'node:http';

/** The largest body. 1000 records of VERI*FACTU have about 3 MB, 10,000 of SII about 25 MB. */
const MAX_BYTES = 64 * 1_048_576;

export class BodyTooLarge extends Error {
  constructor() {
    super(`The body is longer than ${MAX_BYTES} bytes`);
    this.name = 'BodyTooLarge';
  }
}

/** Reads the body of a request. @throws BodyTooLarge as soon as it exceeds the limit. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
