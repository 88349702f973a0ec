import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { fromRandomAccessReader, RandomAccessReader, type Entry } from 'yauzl';
import { buildDirectory, type ZipEntry } from '#src/deliver/zip-records.ts';

const MODIFIED = new Date('2026-11-20T10:00:02Z');
const entry = (index: number, offset: number): ZipEntry => ({
  name: `A-${index}.pdf`,
  crc32: 0xdeadbeef + index,
  bytes: 1234,
  offset,
});

/** Reads the directory of an archive that begins with the given number of zero bytes. */
async function readDirectory(before: number, directory: Buffer): Promise<Entry[]> {
  class Archive extends RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      const nothing = Buffer.alloc(Math.max(0, Math.min(end, before) - start));
      const rest = directory.subarray(Math.max(0, start - before), Math.max(0, end - before));
      return Readable.from([Buffer.concat([nothing, rest])]);
    }
  }
  const found: Entry[] = [];
  await new Promise<void>((resolve, reject) => {
    fromRandomAccessReader(new Archive(), before + directory.length, {}, (error, zip) => {
      if (error) return reject(error);
      zip
        .on('entry', (each: Entry) => found.push(each))
        .on('end', () => resolve())
        .on('error', reject);
    });
  });
  return found;
}

describe('the directory of an archive', () => {
  it.each([
    ['a short archive', [0, 2000]],
    ['an archive whose last file begins beyond 4 GB', [0, 2 ** 32 - 2, 5_000_000_000]],
    ['an archive whose last file begins at the limit of 4 GB', [0, 2 ** 32 - 1]],
    ['an archive whose directory begins beyond the limit of 4 GB', [0, 2 ** 32 - 1000]],
  ])('contains the offset of each file: %s', async (_what, offsets) => {
    const entries = offsets.map((offset, index) => entry(index, offset));
    const directory = buildDirectory(entries, MODIFIED);
    // The header, the name, the time and the content of the last file.
    const start = offsets.at(-1)! + 30 + 'A-0.pdf'.length + 9 + 1234;
    const found = await readDirectory(start, directory);
    expect(
      found.map((each) => [
        each.fileName,
        each.crc32,
        each.compressedSize,
        each.uncompressedSize,
        each.relativeOffsetOfLocalHeader,
        each.getLastModDate().getTime(),
      ]),
    ).toEqual(
      entries.map(({ name, crc32, bytes, offset }) => [
        name,
        crc32,
        bytes,
        bytes,
        offset,
        MODIFIED.getTime(),
      ]),
    );
  });
});
