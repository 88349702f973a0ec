import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { StoredPdf } from './reads/batch-pdfs.ts';
import { buildFileNames } from './pdf-names.ts';
import { buildDirectory, buildFileHeader, type ZipEntry } from './zip-records.ts';

/**
 * Target size of the PDFs that are read together. It bounds the memory of an archive of any size; a longer
 * PDF is read by itself.
 */
const CHUNK_BYTES = 1024 * 1024;
/** Approximate size of a page of a PDF. */
const PAGE_BYTES = 24 * 1024;

/** Name of the archive's first file, which maps each other file to its invoice. */
const MANIFEST = 'manifest.json';

/**
 * Streams an archive with a manifest and PDFs. The PDFs are stored uncompressed because they are compressed
 * already. The next PDFs are read from the store only when the client has taken the previous ones, and none
 * are read after the client has gone.
 * @param modified time of all files in the archive, so that the same PDFs produce the same bytes.
 * @param read returns the bytes of some PDFs. The archive breaks off if it fails.
 * @param onTaken is called with the length of each PDF that the client has taken.
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
    async function* writeFile(name: string, content: Buffer) {
      const entry = { name, crc32: crc32(content), bytes: content.length, offset };
      const header = buildFileHeader(entry, modified);
      entries.push(entry);
      offset += header.length + content.length;
      yield header;
      yield content;
    }
    let place = 0;
    for (const chunk of splitIntoChunks(pdfs)) {
      const contents = await read(chunk);
      // The manifest follows the first read: if that read fails, the answer is still an error and not a
      // broken archive.
      if (place === 0) yield* writeFile(MANIFEST, buildManifest(pdfs, names));
      for (const content of contents) {
        yield* writeFile(names[place]!, content);
        onTaken(content.length);
        place += 1;
      }
    }
    yield buildDirectory(entries, modified);
  }
}

/** Writes one invoice per line, so that the manifest is also readable as text. */
function buildManifest(pdfs: readonly StoredPdf[], names: readonly string[]): Buffer {
  const lines = pdfs.map(({ id, externalInvoiceId, invoiceNumber }, place) =>
    JSON.stringify({
      file: names[place]!,
      batch_invoice_id: id,
      external_invoice_id: externalInvoiceId,
      invoice_number: invoiceNumber,
    }),
  );
  return Buffer.from(`[\n${lines.join(',\n')}\n]\n`);
}

/**
 * Splits the PDFs into chunks that are read together, in order. PDFs of one render batch stay together, so
 * that it is decompressed once.
 */
export function* splitIntoChunks(pdfs: readonly StoredPdf[]): Generator<StoredPdf[]> {
  let chunk: StoredPdf[] = [];
  let bytes = 0;
  for (const pdf of pdfs) {
    const size = pdf.pages * PAGE_BYTES;
    const isInSameRenderBatch = chunk.at(-1)?.renderBatchId === pdf.renderBatchId;
    if (chunk.length > 0 && !isInSameRenderBatch && bytes + size > CHUNK_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(pdf);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}
