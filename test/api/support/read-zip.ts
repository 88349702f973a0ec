import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type ZipFile } from 'yauzl';

/** Reads a whole archive. yauzl checks its structure, lengths and checksums. */
export async function readZip(bytes: Buffer): Promise<{ name: string; content: Buffer }[]> {
  const zip: ZipFile = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  const files: { name: string; content: Buffer }[] = [];
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    files.push({ name: entry.fileName, content });
  }
  return files;
}
