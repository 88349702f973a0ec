import { groupByBlock } from '../platform/literals/block-place.ts';
import type { StoredPdf } from './reads/batch-pdfs.ts';

/*
 * The parts of a ZIP: files that are read together. Their size bounds the memory of a ZIP of any
 * size; a larger file is read by itself.
 */

/** Target size of a part, in bytes. */
const PART_BYTES = 1024 * 1024;
/** Approximate size of a page of a PDF. */
const PAGE_BYTES = 24 * 1024;
/** Approximate size of an electronic document, for each byte of the stored document. */
const XML_BYTES_PER_BYTE = 6;

/**
 * Splits PDFs into parts, in order. PDFs of one render batch stay together, so that it is
 * decompressed once.
 */
export function splitPdfs(pdfs: readonly StoredPdf[]): Generator<StoredPdf[]> {
  return split(
    pdfs,
    ({ pages }) => pages * PAGE_BYTES,
    (one, other) => one.renderBatchId === other.renderBatchId,
  );
}

/** What determines the size of an invoice's electronic document. */
type SizedDocument = {
  readonly id: number;
  /** Size of the stored document. */
  readonly documentBytes: number;
  /** Pages of the PDF that contains the electronic document; absent if it is a file of its own. */
  readonly pages?: number;
};

/**
 * Splits invoices into parts, in order. The documents of a part are in one literal block, so that
 * each part reads one.
 */
export function* splitDocuments<T extends SizedDocument>(invoices: readonly T[]): Generator<T[]> {
  const sizeOf = ({ documentBytes, pages = 0 }: T) => documentBytes * XML_BYTES_PER_BYTE + pages * PAGE_BYTES;
  for (const { items } of groupByBlock(invoices, ({ id }) => id)) yield* split(items, sizeOf, () => false);
}

/**
 * Splits invoices into parts whose stored documents are read, in order. The documents of a part are
 * in one literal block.
 */
export function* splitStored<T extends SizedDocument>(invoices: readonly T[]): Generator<T[]> {
  for (const { items } of groupByBlock(invoices, ({ id }) => id))
    yield* split(
      items,
      ({ documentBytes }) => documentBytes,
      () => false,
    );
}

/** @param isTogether whether two neighbours must be in the same part, whatever its size. */
function* split<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  isTogether: (one: T, other: T) => boolean,
): Generator<T[]> {
  let part: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = part.at(-1);
    if (last !== undefined && bytes + size > PART_BYTES && !isTogether(last, item)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(item);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
