import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { type ArchivedFile, readZip } from '../../clients/typescript/src/read-zip.ts';

type Files = readonly (readonly [name: string, content: Uint8Array])[];

/** Builds an archive like the engine. */
async function pack(files: Files, options = { compress: false }): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name, options);
  zip.end();
  return buffer(zip.outputStream);
}

async function* cut(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  for await (const file of readZip(chunks)) files.push(file);
  return files;
}

const anyFiles = fc.array(
  fc.tuple(fc.stringMatching(/^[A-Za-z0-9._-]{1,20}\.pdf$/), fc.uint8Array({ maxLength: 300 })),
  { minLength: 1, maxLength: 6 },
);

describe('an archive', () => {
  it('is read correctly from pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles, fc.integer({ min: 1, max: 400 }), async (files, size) => {
        const read = await collect(cut(await pack(files), size));
        expect(read.map(({ name, content }) => [name, [...content]])).toEqual(
          files.map(([name, content]) => [name, [...content]]),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('that ends within a file returns the files before it, and reports an error', async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles, fc.double({ min: 0, max: 0.999, noNaN: true }), async (files, share) => {
        const bytes = await pack(files);
        const directory = Buffer.from(bytes).indexOf('PK\x01\x02');
        const seen: string[] = [];
        const reading = (async () => {
          for await (const { name } of readZip(cut(bytes.subarray(0, directory * share), 64)))
            seen.push(name);
        })();
        await expect(reading).rejects.toMatchObject({ code: 'unreachable' });
        expect(seen).toEqual(files.slice(0, seen.length).map(([name]) => name));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['with a changed byte', 40, 'does not match its checksum'],
    ['with other data', 0, 'is not a ZIP archive'],
  ])('%s is refused', async (_, place, message) => {
    const bytes = Uint8Array.from(await pack([['a.pdf', Buffer.from('0123456789')]]));
    bytes[place]! ^= 1;
    await expect(collect(cut(bytes, 10))).rejects.toThrow(message);
  });

  it('with compressed files is refused', async () => {
    const bytes = await pack([['a.pdf', Buffer.alloc(1000)]], { compress: true });
    await expect(collect(cut(bytes, 10))).rejects.toThrow('does not support');
  });
});
