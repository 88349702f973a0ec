import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Cutter } from '../pdf/cutting/open-cutter.ts';
import { type Piece, readPdfPiece } from '../persistence/read/batch-invoices.ts';
import { readPdfs, type StoredPdf } from '../persistence/read/batch-pdfs.ts';
import { readPrints } from '../persistence/read/prints.ts';

/** What is known of a PDF before it is read. */
export type KnownPdf = Pick<StoredPdf, 'id' | 'sha256' | 'bytes' | 'printId'>;

/** A PDF whose length is known. */
export type OpenedPdf = { readonly bytes: number; readonly read: (piece: Piece) => Promise<Buffer> };

export type PdfReader = {
  /** @throws DamagedPrintError */
  open(organizationId: number, pdf: KnownPdf): Promise<OpenedPdf>;
  /**
   * Some PDFs whole, in their order.
   * @throws DamagedPrintError
   */
  readAll(organizationId: number, pdfs: readonly KnownPdf[]): Promise<Buffer[]>;
};

/** Those that were cut lately, a few hundred usual ones: a client often asks twice, and a long one is sent in pieces. */
const RECENT_BYTES = 8 * 1024 * 1024;

/** Reads PDFs, those of their own and those that are cut out of prints. Opened once: single downloads share what was cut lately. */
export function createPdfReader(pool: Pool, cutter: Cutter): PdfReader {
  const recent = new LRUCache<string, Buffer>({
    maxSize: RECENT_BYTES,
    sizeCalculation: ({ length }) => length,
  });

  async function cutOne(organizationId: number, { id, sha256, printId }: KnownPdf): Promise<Buffer> {
    const key = sha256.toString('latin1');
    const known = recent.get(key);
    if (known !== undefined) return known;
    const prints = await readPrints(pool, organizationId, [printId!]);
    const [pdf] = await cutter.cut(prints.get(printId!)!, [id]);
    recent.set(key, pdf);
    return pdf!;
  }

  async function cutAll(organizationId: number, pdfs: readonly KnownPdf[]): Promise<Map<number, Buffer>> {
    const cut = new Map<number, Buffer>();
    if (pdfs.length === 0) return cut;
    const byPrint = Map.groupBy(pdfs, ({ printId }) => printId!);
    const prints = await readPrints(pool, organizationId, [...byPrint.keys()]);
    for (const [printId, inIt] of byPrint) {
      const ids = inIt.map(({ id }) => id);
      const contents = await cutter.cut(prints.get(printId)!, ids);
      ids.forEach((id, index) => cut.set(id, contents[index]!));
    }
    return cut;
  }

  return {
    async open(organizationId, pdf) {
      const { id, sha256, bytes } = pdf;
      if (bytes !== null)
        return { bytes, read: (piece) => readPdfPiece(pool, organizationId, id, sha256, piece) };
      const { length } = await cutOne(organizationId, pdf);
      return {
        bytes: length,
        // Not held while a client takes its time: what was forgotten meanwhile is cut again, and is the same.
        read: async ({ from, bytes: wanted }) => {
          const content = await cutOne(organizationId, pdf);
          return wanted === length ? content : Buffer.from(content.subarray(from, from + wanted));
        },
      };
    },
    async readAll(organizationId, pdfs) {
      const own = pdfs.filter(({ printId }) => printId === null);
      const contents = await cutAll(
        organizationId,
        pdfs.filter(({ printId }) => printId !== null),
      );
      const read = own.length === 0 ? [] : await readPdfs(pool, organizationId, own);
      own.forEach(({ id }, index) => contents.set(id, read[index]!));
      return pdfs.map(({ id }) => contents.get(id)!);
    },
  };
}
