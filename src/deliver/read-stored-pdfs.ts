import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { type Extractor, DamagedRenderBatchError } from '../render/postprocess/open-extractor.ts';
import type { StoredPdf } from './reads/batch-pdfs.ts';
import { readRenderBatches, type StoredRenderBatch } from './reads/render-batches.ts';
import { type RenderStore, StoreAwayError } from '../render/store/render-store.ts';
import type { Piece } from './read-in-pieces.ts';

/** What is known of a PDF before it is read. */
export type KnownPdf = Pick<StoredPdf, 'id' | 'sha256' | 'renderBatchId'>;

/** A PDF with its length in bytes and a function that reads a piece of it. */
export type OpenedPdf = { readonly bytes: number; readonly read: (piece: Piece) => Promise<Buffer> };

export type PdfReader = {
  /**
   * Opens a PDF.
   * @throws DamagedRenderBatchError, StoreAwayError
   */
  open(organizationId: number, pdf: KnownPdf): Promise<OpenedPdf>;
  /**
   * Reads several PDFs completely and returns them in the given order.
   * @throws DamagedRenderBatchError, StoreAwayError
   */
  readAll(organizationId: number, pdfs: readonly KnownPdf[]): Promise<Buffer[]>;
};

/**
 * Size of the cache of recently extracted PDFs, enough for a few hundred ordinary ones. Clients
 * often download a PDF twice, and a long PDF is sent in pieces.
 */
const RECENT_BYTES = 8 * 1024 * 1024;

/**
 * Creates a reader that extracts PDFs from render batches. All requests share one reader and its
 * cache.
 * @param outside store for render batches outside PostgreSQL; null if none is configured.
 */
export function createPdfReader(pool: Pool, extractor: Extractor, outside: RenderStore | null): PdfReader {
  const recent = new LRUCache<string, Buffer>({
    maxSize: RECENT_BYTES,
    sizeCalculation: ({ length }) => length,
  });

  async function extract(
    { content, storedOn, ...renderBatch }: StoredRenderBatch,
    ids: readonly number[],
  ): Promise<Buffer[]> {
    const { id, sha256 } = renderBatch;
    if (content !== null) return extractor.extract({ ...renderBatch, content }, ids);
    if (outside === null)
      throw new StoreAwayError(`Render batch ${id} is in an object store, but S3_ENDPOINT is not set`);
    const fetched = await outside.get({ storedOn: storedOn!, sha256 });
    if (fetched === null)
      throw new DamagedRenderBatchError(`Render batch ${id} is missing from the object store`);
    return extractor.extract({ ...renderBatch, content: fetched }, ids);
  }

  async function extractOne(
    organizationId: number,
    { id, sha256, renderBatchId }: KnownPdf,
  ): Promise<Buffer> {
    const key = sha256.toString('latin1');
    const known = recent.get(key);
    if (known !== undefined) return known;
    const renderBatches = await readRenderBatches(pool, organizationId, [renderBatchId]);
    const [pdf] = await extract(renderBatches.get(renderBatchId)!, [id]);
    recent.set(key, pdf);
    return pdf!;
  }

  async function extractAll(organizationId: number, pdfs: readonly KnownPdf[]): Promise<Map<number, Buffer>> {
    const found = new Map<number, Buffer>();
    if (pdfs.length === 0) return found;
    const byRenderBatch = Map.groupBy(pdfs, ({ renderBatchId }) => renderBatchId);
    const renderBatches = await readRenderBatches(pool, organizationId, [...byRenderBatch.keys()]);
    const extracting = [...byRenderBatch].map(async ([renderBatchId, inIt]) => {
      const ids = inIt.map(({ id }) => id);
      const contents = await extract(renderBatches.get(renderBatchId)!, ids);
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
        // The bytes are not held while a slow client reads. A PDF that was evicted meanwhile is
        // extracted again, with the same bytes.
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
