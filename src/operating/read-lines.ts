import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Duplex } from 'node:stream';

async function* decode(source: AsyncIterable<Buffer>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of source) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/**
 * Reads a file of lines that each end with a line feed and with nothing else: inside JSON other ends of lines may stand (U+2028), which Node's
 * readline would cut at.
 * @param unpack what the file goes through first, if it is compressed.
 * @throws where the file cannot be read or unpacked, or its last line is cut off.
 */
export async function readLines(
  file: string,
  take: (line: string) => Promise<void> | void,
  unpack?: Duplex,
): Promise<void> {
  const takeAll = async (source: AsyncIterable<string>) => {
    let beginning = '';
    for await (const text of source) {
      if (!text.includes('\n')) {
        beginning += text;
        continue;
      }
      const lines = (beginning + text).split('\n');
      beginning = lines.pop()!;
      for (const line of lines) await take(line);
    }
    if (beginning !== '') throw new Error('its last line is cut off');
  };
  try {
    const source = createReadStream(file);
    await (unpack ? pipeline(source, unpack, decode, takeAll) : pipeline(source, decode, takeAll));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
