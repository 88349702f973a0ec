import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { StoredPdf } from '../persistence/read/batch-pdfs.ts';
import { buildFileNames } from './pdf-names.ts';
import { buildDirectory, buildFileHeader, type ZipEntry } from './zip-records.ts';

/** Of PDFs that are read together: so much of an archive of any size is in memory, and one that is longer for itself. */
const CHUNK_BYTES = 1024 * 1024;
/** About, of what is not cut yet. */
const PAGE_BYTES = 24 * 1024;

/**
 * Writes PDFs into an archive, as they are (they are compressed), while it is read: what comes next is read from the store when the client has taken what came before,
 * and nothing more when it is gone. What it took is forgotten.
 * @param modified what the archive says of its files: the same PDFs make the same bytes.
 * @param read gives the bytes of some PDFs. Where it fails the archive breaks off.
 * @param onTaken is told the bytes of each PDF that the client has taken.
 */
export function zipPdfs(
  pdfs: readonly StoredPdf[],
  modified: Date,
  read: (pdfs: readonly StoredPdf[]) => Promise<Buffer[]>,
  onTaken: (bytes: number) => void,
): Readable {
  return Readable.from(write(), { objectMode: false });

  async function* write() {
    const names = buildFileNames(pdfs.map(({ invoiceNumber }) => invoiceNumber));
    const entries: ZipEntry[] = [];
    let offset = 0;
    for (const chunk of cutIntoChunks(pdfs)) {
      for (const content of await read(chunk)) {
        const name = names[entries.length]!;
        const entry = { name, crc32: crc32(content), bytes: content.length, offset };
        const header = buildFileHeader(entry, modified);
        entries.push(entry);
        offset += header.length + content.length;
        yield header;
        yield content;
        onTaken(content.length);
      }
    }
    yield buildDirectory(entries, modified);
  }
}

/** Cuts them into what is read together, in their order. What is in one print stays together: it is unpacked once. */
export function* cutIntoChunks(pdfs: readonly StoredPdf[]): Generator<StoredPdf[]> {
  let chunk: StoredPdf[] = [];
  let bytes = 0;
  for (const pdf of pdfs) {
    const size = pdf.bytes ?? pdf.pages * PAGE_BYTES;
    const { printId = null } = chunk.at(-1) ?? {};
    const isInSamePrint = printId !== null && printId === pdf.printId;
    if (chunk.length > 0 && !isInSamePrint && bytes + size > CHUNK_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(pdf);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}
