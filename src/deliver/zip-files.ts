import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { buildFileNames } from './file-names.ts';
import { buildDirectory, buildFileHeader, type ZipEntry } from './zip-records.ts';

/** Name of the ZIP's first file, which maps each other file to its invoice. */
const MANIFEST = 'manifest.json';

/** An invoice of a ZIP. */
type ZippedInvoice = {
  /** Id of the issued invoice, which is also the id of its batch invoice. */
  readonly id: number;
  /** The client's id of the invoice; null if the client gave none or if it was erased. */
  readonly externalInvoiceId: string | null;
  readonly invoiceNumber: string;
};

type Zip<T extends ZippedInvoice> = {
  /** The invoices in the manifest, in the order of the request. */
  readonly invoices: readonly T[];
  /**
   * The invoices among them that have a file, in the same order, in parts that are read together.
   * There is at least one.
   */
  readonly parts: readonly (readonly T[])[];
  readonly extension: string;
  /** Time of all files in the ZIP, so that the same files produce the same bytes. */
  readonly modified: Date;
  /** Returns the files of a part. The ZIP breaks off if it fails. */
  readonly read: (part: readonly T[]) => Promise<readonly Buffer[]>;
  /** Returns the further members of an invoice in the manifest. */
  readonly describe?: (invoice: T) => object;
  /** Is called with the length of each file that the client has taken. */
  readonly onTaken: (bytes: number) => void;
};

/**
 * Streams a ZIP with a manifest and one file for each invoice. The files are stored uncompressed,
 * because PDFs are compressed already. The next files are read only when the client has taken the
 * previous ones, and none are read after the client has gone.
 */
export function zipFiles<T extends ZippedInvoice>(zip: Zip<T>): Readable {
  const { parts, extension, modified, read, onTaken } = zip;
  return Readable.from(write(), { objectMode: false });

  async function* write() {
    const names = buildFileNames(
      parts.flat().map(({ invoiceNumber }) => invoiceNumber),
      extension,
    );
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
    for (const part of parts) {
      const contents = await read(part);
      // The manifest follows the first read: if that read fails, the answer is still an error and
      // not a broken ZIP.
      if (place === 0) yield* writeFile(MANIFEST, buildManifest(zip, names));
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
function buildManifest<T extends ZippedInvoice>(
  { invoices, parts, describe }: Zip<T>,
  names: readonly string[],
): Buffer {
  const files = new Map(parts.flat().map(({ id }, place) => [id, names[place]!]));
  const lines = invoices.map((invoice) =>
    JSON.stringify({
      file: files.get(invoice.id) ?? null,
      batch_invoice_id: invoice.id,
      external_invoice_id: invoice.externalInvoiceId,
      invoice_number: invoice.invoiceNumber,
      ...describe?.(invoice),
    }),
  );
  return Buffer.from(`[\n${lines.join(',\n')}\n]\n`);
}
