import type { PrintableInvoice } from '../../contracts/printable-invoice.ts';
import { readDocument } from '../../domain/invoice/stored-document.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { readLiterals } from '../../platform/literals/read-literals.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './rendering.sql.ts';

/** The maximum length of a text in PostgreSQL. */
export const ANY_LENGTH = 2 ** 30;

/** An invoice whose document is too long to be read together with others. */
export type LongInvoice = { readonly issuedInvoiceId: number; readonly bytes: number };

/**
 * Returns the issued invoices of a batch between two positions, both included, that lack a PDF of
 * their current state.
 * @param mostBytes maximum size of a document; for longer ones only the size is returned.
 */
export async function listUnrendered(
  connection: Connection,
  batchId: number,
  from: number,
  to: number,
  mostBytes: number,
): Promise<{ readonly printable: PrintableInvoice[]; readonly long: LongInvoice[] }> {
  const { rows } = await query(connection, sql.listUnrendered(batchId, from, to));
  const long = rows.filter(({ bytes }) => bytes > mostBytes);
  const short = rows
    .filter(({ bytes }) => bytes <= mostBytes)
    .map((row) => ({ ...row, invoiceId: row.issuedInvoiceId }));
  const literalOf = await readLiterals(connection, 'documents', short);
  const printable = short.map(({ bytes: _bytes, invoiceId, ...row }) => ({
    ...row,
    document: readDocument(literalOf({ invoiceId })),
  }));
  return {
    printable,
    long: long.map(({ issuedInvoiceId, bytes }) => ({ issuedInvoiceId, bytes })),
  };
}

export type NewRenderBatch = {
  /** Version of the stored form and of its extractor. */
  readonly version: number;
  readonly sha256: Buffer;
  /** null when the bytes are in the object store. */
  readonly content: Buffer | null;
  /**
   * Day on which the bytes were put into the object store, YYYY-MM-DD; null when they are in
   * PostgreSQL.
   */
  readonly storedOn: string | null;
  readonly pdfs: readonly {
    readonly issuedInvoiceId: number;
    /** Whether the PDF shows that the invoice is annulled. */
    readonly isAnnulled: boolean;
    readonly pages: number;
  }[];
};

/**
 * Stores a render batch with invoices of one batch. An invoice that already has a PDF keeps it,
 * unless that PDF is damaged.
 */
export async function insertRenderBatch(
  connection: Connection,
  { version, sha256, content, storedOn, pdfs }: NewRenderBatch,
): Promise<void> {
  const [ids, areAnnulled, pages] = listColumns(pdfs);
  const { rows: damaged } = await query(
    connection,
    sql.insertRenderBatch(version, sha256, content, ids, areAnnulled, pages, storedOn),
  );
  const [first] = damaged;
  if (first === undefined) return;
  const damagedIds = new Set(damaged.map(({ issuedInvoiceId }) => issuedInvoiceId));
  const renewed = pdfs.filter(({ issuedInvoiceId }) => damagedIds.has(issuedInvoiceId));
  const [renewedIds, renewedAnnulled, renewedPages] = listColumns(renewed);
  await query(connection, sql.renewPdfs(first.renderBatchId, renewedIds, renewedAnnulled, renewedPages));
}

function listColumns(pdfs: NewRenderBatch['pdfs']): readonly [number[], boolean[], number[]] {
  return [
    pdfs.map(({ issuedInvoiceId }) => issuedInvoiceId),
    pdfs.map(({ isAnnulled }) => isAnnulled),
    pdfs.map(({ pages }) => pages),
  ];
}

/** Records which of these batches have all their PDFs. */
export async function finishRendering(
  connection: Connection,
  batchIds: readonly number[],
  now: Date,
): Promise<void> {
  await query(connection, sql.finishRendering(batchIds, now));
}
