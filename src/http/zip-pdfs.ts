import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { StoredPdf } from '../persistence/read/batch-pdfs.ts';
import { buildFileNames } from './pdf-names.ts';

/** Of PDFs that are read together: so much of an archive of any size is in memory, and one that is longer for itself. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Writes PDFs into an archive, as they are (they are compressed), while it is read: what comes next is read from the store when the client has taken what came before,
 * and nothing more when it is gone.
 * @param modified what the archive says of its files: the same PDFs make the same bytes.
 * @param read gives the bytes of some PDFs. Where it fails the archive breaks off.
 */
export function zipPdfs(
  pdfs: readonly StoredPdf[],
  modified: Date,
  read: (pdfs: readonly StoredPdf[]) => Promise<Buffer[]>,
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable & { readonly writableNeedDrain: boolean };
  const names = buildFileNames(pdfs.map(({ invoiceNumber }) => invoiceNumber));
  async function write(): Promise<void> {
    let written = 0;
    for (const chunk of cutIntoChunks(pdfs)) {
      const contents = await read(chunk);
      for (const content of contents) {
        zip.addBuffer(content, names[written]!, { compress: false, mtime: modified });
        written += 1;
      }
      if (output.writableNeedDrain && !output.destroyed) await drained(output);
      if (output.destroyed) return;
    }
    zip.end();
  }
  write().catch((error: unknown) => output.destroy(error as Error));
  return output;
}

async function drained(output: Readable): Promise<void> {
  await Promise.race([once(output, 'drain'), once(output, 'close')]);
}

function* cutIntoChunks(pdfs: readonly StoredPdf[]): Generator<StoredPdf[]> {
  let chunk: StoredPdf[] = [];
  let bytes = 0;
  for (const pdf of pdfs) {
    if (chunk.length > 0 && bytes + pdf.bytes > CHUNK_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(pdf);
    bytes += pdf.bytes;
  }
  if (chunk.length > 0) yield chunk;
}
