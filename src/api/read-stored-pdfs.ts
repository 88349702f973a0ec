import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { type Extractor, DamagedPrintError } from '../render/postprocess/open-extractor.ts';
import type { StoredPdf } from './reads/batch-pdfs.ts';
import { readPrints, type StoredPrint } from './reads/prints.ts';
import { type PrintStore, StoreAwayError } from '../render/store/render-store.ts';
import type { Piece } from './bodies/read-in-pieces.ts';

/** What is known of a PDF before it is read. */
export type KnownPdf = Pick<StoredPdf, 'id' | 'sha256' | 'printId'>;

/** A PDF whose length is known. */
export type OpenedPdf = { readonly bytes: number; readonly read: (piece: Piece) => Promise<Buffer> };

export type PdfReader = {
  /** @throws DamagedPrintError, StoreAwayError */
  open(organizationId: number, pdf: KnownPdf): Promise<OpenedPdf>;
  /**
   * Some PDFs whole, in their order.
   * @throws DamagedPrintError, StoreAwayError
   */
  readAll(organizationId: number, pdfs: readonly KnownPdf[]): Promise<Buffer[]>;
};

/** Recently extracted PDFs, a few hundred usual ones: a client often asks twice, and a long PDF is sent in pieces. */
const RECENT_BYTES = 8 * 1024 * 1024;

/**
 * Reads PDFs, which are extracted from prints. One reader serves all requests, so that downloads share what was extracted recently.
 * @param outside where prints lie that are not in PostgreSQL; null: no store is set.
 */
export function createPdfReader(pool: Pool, extractor: Extractor, outside: PrintStore | null): PdfReader {
  const recent = new LRUCache<string, Buffer>({
    maxSize: RECENT_BYTES,
    sizeCalculation: ({ length }) => length,
  });

  async function extract(
    { content, storedOn, ...print }: StoredPrint,
    ids: readonly number[],
  ): Promise<Buffer[]> {
    const { id, sha256 } = print;
    if (content !== null) return extractor.extract({ ...print, content }, ids);
    if (outside === null)
      throw new StoreAwayError(`Print ${id} lies in a store of objects, and none is set: S3_ENDPOINT`);
    const fetched = await outside.get({ storedOn: storedOn!, sha256 });
    if (fetched === null) throw new DamagedPrintError(`The stored print ${id} is not in the store`);
    return extractor.extract({ ...print, content: fetched }, ids);
  }

  async function extractOne(organizationId: number, { id, sha256, printId }: KnownPdf): Promise<Buffer> {
    const key = sha256.toString('latin1');
    const known = recent.get(key);
    if (known !== undefined) return known;
    const prints = await readPrints(pool, organizationId, [printId]);
    const [pdf] = await extract(prints.get(printId)!, [id]);
    recent.set(key, pdf);
    return pdf!;
  }

  async function extractAll(organizationId: number, pdfs: readonly KnownPdf[]): Promise<Map<number, Buffer>> {
    const found = new Map<number, Buffer>();
    if (pdfs.length === 0) return found;
    const byPrint = Map.groupBy(pdfs, ({ printId }) => printId);
    const prints = await readPrints(pool, organizationId, [...byPrint.keys()]);
    const extracting = [...byPrint].map(async ([printId, inIt]) => {
      const ids = inIt.map(({ id }) => id);
      const contents = await extract(prints.get(printId)!, ids);
      ids.forEach((id, index) => found.set(id, contents[index]!));
    });
    await Promise.all(extracting);
    return found;
  }

  return {
    async open(organizationId, pdf) {
      const { length } = await extractOne(organizationId, pdf);
      return {
        bytes: length,
        // The bytes are not held while a client takes its time: a PDF that was evicted meanwhile is extracted again, with the same bytes.
        read: async ({ from, bytes: wanted }) => {
          const content = await extractOne(organizationId, pdf);
          return wanted === length ? content : Buffer.from(content.subarray(from, from + wanted));
        },
      };
    },
    async readAll(organizationId, pdfs) {
      const contents = await extractAll(organizationId, pdfs);
      return pdfs.map(({ id }) => contents.get(id)!);
    },
  };
}
