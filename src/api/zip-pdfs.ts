import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { StoredPdf } from './reads/batch-pdfs.ts';
import { buildFileNames } from './pdf-names.ts';
import { buildDirectory, buildFileHeader, type ZipEntry } from './zip-records.ts';

/** Of PDFs that are read together: so much of an archive of any size is in memory, and one that is longer for itself. */
const CHUNK_BYTES = 1024 * 1024;
/** About what a page of a PDF takes. */
const PAGE_BYTES = 24 * 1024;

/** The first file of an archive: says of each other file which invoice it is of. */
const MANIFEST = 'manifest.json';

/**
 * Writes a manifest and PDFs into an archive, as they are (they are compressed), while it is read: what comes next is read from the store when the client has taken what came before,
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
      // Behind the first read: where that fails, the answer is still an error and no broken archive.
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

/** An invoice a line, so that it reads well as a text, too. */
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

/** Splits them into chunks that are read together, in their order. PDFs of one render batch stay together, so that it is decompressed once. */
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
