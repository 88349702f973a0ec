/* Generated from rendering.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type IssuerProfile } from '../../contracts/invoice-document.ts';

const statement = readStatements(import.meta.url);

export type FindStoredRenderBatchesRow = {
  readonly sha256: Buffer;
};

/** Which of these hashes are of render batches that lie in the store since a day. */
export const findStoredRenderBatches: Statement<
  [storedOn: string, hashes: readonly Uint8Array[] | EncodedArray<Uint8Array>],
  FindStoredRenderBatchesRow
> = statement('findStoredRenderBatches');

/** Notes of some batches that every issued invoice has its PDF, where that is so. */
export const finishRendering: Statement<
  [batchIds: readonly (number | bigint)[] | EncodedArray<number | bigint>, now: Date],
  NoColumns
> = statement('finishRendering');

export type InsertRenderBatchRow = {
  readonly renderBatchId: number;
  readonly issuedInvoiceId: number;
};

/**
 * Stores a render batch, and which of these invoices' PDFs are in it. Of two PDFs of an invoice the first stays. Gives the invoices whose PDF is damaged.
 * The content is null where it lies in the object store, since the day storedOn.
 */
export const insertRenderBatch: Statement<
  [
    version: number,
    sha256: Uint8Array,
    content: Uint8Array | null,
    issuedInvoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    areAnnulled: readonly boolean[] | EncodedArray<boolean>,
    pages: readonly number[] | EncodedArray<number>,
    storedOn: string | null,
  ],
  InsertRenderBatchRow
> = statement('insertRenderBatch');

export type ListOutsideRenderBatchesRow = {
  readonly id: number;
  readonly sha256: Buffer;
  readonly storedOn: string;
};

/** Prints in the store that PDFs of some invoices of a batch are in, but for those that are known to be lost. */
export const listOutsideRenderBatches: Statement<
  [batchId: number | bigint, from: number | bigint, to: number | bigint],
  ListOutsideRenderBatchesRow
> = statement('listOutsideRenderBatches');

export type ListRenderBatchesInsideRow = {
  readonly id: number;
  readonly sha256: Buffer;
  readonly content: Buffer;
};

/** Some render batches that lie in PostgreSQL. */
export const listRenderBatchesInside: Statement<
  [after: number | bigint, most: number | bigint],
  ListRenderBatchesInsideRow
> = statement('listRenderBatchesInside');

export type ListRenderBatchesOutsideRow = {
  readonly id: number;
  readonly sha256: Buffer;
  readonly storedOn: string;
};

/** Some render batches that lie in the store, but for those that are known to be lost. */
export const listRenderBatchesOutside: Statement<
  [after: number | bigint, most: number | bigint],
  ListRenderBatchesOutsideRow
> = statement('listRenderBatchesOutside');

export type ListUnrenderedRow = {
  readonly issuedInvoiceId: number;
  readonly bytes: number;
  readonly qrUrl: string | null;
  readonly issuerProfile: IssuerProfile | null;
  readonly annulledOn: string | null;
};

/** Issued invoices of a batch that have no PDF yet or a damaged one, or were annulled and have none that says so. */
export const listUnrendered: Statement<
  [batchId: number | bigint, from: number | bigint, to: number | bigint],
  ListUnrenderedRow
> = statement('listUnrendered');

export type RenewPdfsRow = {
  readonly renew_pdf: boolean | null;
};

/** Gives invoices whose PDF is damaged the one of another render batch, one list per column. */
export const renewPdfs: Statement<
  [
    renderBatchId: number | bigint,
    issuedInvoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    areAnnulled: readonly boolean[] | EncodedArray<boolean>,
    pages: readonly number[] | EncodedArray<number>,
  ],
  RenewPdfsRow
> = statement('renewPdfs');

export type ReportLostRenderBatchRow = {
  readonly report_lost_render_batch: boolean | null;
};

/** Notes that a render batch is not in the object store, or has other bytes there. */
export const reportLostRenderBatch: Statement<[id: number | bigint], ReportLostRenderBatchRow> =
  statement('reportLostRenderBatch');

export type MoveRenderBatchOutRow = {
  readonly moved: boolean | null;
};

/** Empties a render batch whose bytes lie in the object store since a day. */
export const moveRenderBatchOut: Statement<[id: number | bigint, storedOn: string], MoveRenderBatchOutRow> =
  statement('moveRenderBatchOut');

export type MoveRenderBatchInRow = {
  readonly moved: boolean | null;
};

/** Takes a render batch back into PostgreSQL, which compares its hash. */
export const moveRenderBatchIn: Statement<[id: number | bigint, content: Uint8Array], MoveRenderBatchInRow> =
  statement('moveRenderBatchIn');

export type ListDueRenderingsRow = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly invoices: number;
  readonly chunks: readonly number[] | null;
  readonly long: readonly number[] | null;
};

/**
 * Lists chunks of batches, processed before a moment, with issued invoices that have no PDF, of organizations that are not paused. Documents of more than longDocument
 * bytes are in no chunk: their positions are listed, so many at most per batch.
 */
export const listDueRenderings: Statement<
  [
    before: Date,
    most: number | bigint,
    chunk: number,
    after: number | bigint,
    longDocument: number,
    mostLong: number,
  ],
  ListDueRenderingsRow
> = statement('listDueRenderings');

export type ListDueAnnulledRow = {
  readonly organizationId: number;
  readonly issuedInvoiceId: number;
};

/** Annulled invoices, of organizations that are not paused, that lack the PDF which says so; those that have it by now, or have it printed on demand, are noted as done. */
export const listDueAnnulled: Statement<[now: Date, most: number | bigint], ListDueAnnulledRow> =
  statement('listDueAnnulled');
