import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Duplex } from 'node:stream';

async function* decode(source: AsyncIterable<Buffer>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of source) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/**
 * The default limit of characters per line. It is more than any row of the engine's tables needs as
 * JSON.
 */
const MOST_CHARACTERS = 128 * 1024 * 1024;

export type LineLimits = {
  /** The number of lines, if it is known. */
  readonly lines?: number;
  /** The maximum number of characters per line. */
  readonly characters?: number;
};

/**
 * Reads a file of lines that end with a line feed only. JSON may contain other line separators
 * (U+2028), at which Node's readline would split.
 * @param unpack the stream that decompresses the file, if it is compressed.
 * @param limits beyond which nothing more is read or decompressed, because a small file may
 *   decompress to any size.
 * @throws if the file cannot be read or decompressed, exceeds a limit, or its last line is
 *   incomplete.
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
