import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Duplex } from 'node:stream';

async function* decode(source: AsyncIterable<Buffer>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of source) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Characters of a line where nothing else is said: more than any row of the engine's tables takes as JSON. */
const MOST_CHARACTERS = 128 * 1024 * 1024;

export type LineLimits = {
  /** Lines, where it is known how many there are. */
  readonly lines?: number;
  /** Characters of a line. */
  readonly characters?: number;
};

/**
 * Reads a file of lines that each end with a line feed and with nothing else: inside JSON other ends of lines may stand (U+2028), which Node's
 * readline would cut at.
 * @param unpack what the file goes through first, if it is compressed.
 * @param limits past which nothing more is read or unpacked: a small file may unpack to any size.
 * @throws where the file cannot be read or unpacked, is past a limit, or its last line is cut off.
 */
export async function readLines(
  file: string,
  take: (line: string) => Promise<void> | void,
  unpack?: Duplex,
  { lines: mostLines = Number.POSITIVE_INFINITY, characters: longest = MOST_CHARACTERS }: LineLimits = {},
): Promise<void> {
  let count = 0;
  const requireShort = (length: number) => {
    if (length > longest) throw new Error(`its line ${count + 1} has more than ${longest} characters`);
  };
  const takeAll = async (source: AsyncIterable<string>) => {
    let beginning = '';
    for await (const text of source) {
      if (!text.includes('\n')) {
        beginning += text;
        requireShort(beginning.length);
        continue;
      }
      const lines = (beginning + text).split('\n');
      beginning = lines.pop()!;
      for (const line of lines) {
        requireShort(line.length);
        if (count >= mostLines)
          throw new Error(`it has more than the ${mostLines} lines that it should have`);
        count += 1;
        await take(line);
      }
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
