/* Generated from rendering.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type IssuerProfile } from '../../contracts/issuer-profile.ts';

const statement = readStatements(import.meta.url);

export type FindStoredRenderBatchesRow = {
  readonly sha256: Buffer;
};

/** Returns the hashes that belong to render batches stored in the object store on a given day. */
export const findStoredRenderBatches: Statement<
  [storedOn: string, hashes: readonly Uint8Array[] | EncodedArray<Uint8Array>],
  FindStoredRenderBatchesRow
> = statement('findStoredRenderBatches');

/** Marks batches as rendered if every issued invoice has its PDF. */
export const finishRendering: Statement<
  [batchIds: readonly (number | bigint)[] | EncodedArray<number | bigint>, now: Date],
  NoColumns
> = statement('finishRendering');

export type InsertRenderBatchRow = {
  readonly renderBatchId: number;
  readonly issuedInvoiceId: number;
};

/**
 * Stores a render batch and its PDFs. An invoice that already has a PDF keeps it. Returns the
 * invoices whose existing PDF is damaged. The content is null if it is in the object store, where
 * it was stored on the day storedOn.
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

/**
 * Lists the render batches in the object store that contain PDFs of a range of a batch's invoices,
 * except those known to be lost.
 */
export const listOutsideRenderBatches: Statement<
  [batchId: number | bigint, from: number | bigint, to: number | bigint],
  ListOutsideRenderBatchesRow
> = statement('listOutsideRenderBatches');

export type ListRenderBatchesInsideRow = {
  readonly id: number;
  readonly sha256: Buffer;
  readonly content: Buffer;
};

/** Lists render batches whose content is in PostgreSQL. */
export const listRenderBatchesInside: Statement<
  [after: number | bigint, most: number | bigint],
  ListRenderBatchesInsideRow
> = statement('listRenderBatchesInside');

export type ListRenderBatchesOutsideRow = {
  readonly id: number;
  readonly sha256: Buffer;
  readonly storedOn: string;
};

/** Lists render batches whose content is in the object store, except those known to be lost. */
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

/**
 * Lists the issued invoices of a batch that need rendering: their PDF does not exist, is damaged,
 * or does not show their annulment.
 */
export const listUnrendered: Statement<
  [batchId: number | bigint, from: number | bigint, to: number | bigint],
  ListUnrenderedRow
> = statement('listUnrendered');

export type RenewPdfsRow = {
  readonly renew_pdf: boolean | null;
};

/** Replaces the damaged PDFs of invoices by those in another render batch, one list per column. */
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

/** Records that a render batch is missing in the object store or has other bytes there. */
export const reportLostRenderBatch: Statement<[id: number | bigint], ReportLostRenderBatchRow> =
  statement('reportLostRenderBatch');

export type MoveRenderBatchOutRow = {
  readonly moved: boolean | null;
};

/**
 * Removes the content of a render batch from PostgreSQL after it was stored in the object store on
 * a given day.
 */
export const moveRenderBatchOut: Statement<[id: number | bigint, storedOn: string], MoveRenderBatchOutRow> =
  statement('moveRenderBatchOut');

export type MoveRenderBatchInRow = {
  readonly moved: boolean | null;
};

/** Moves the content of a render batch back into PostgreSQL, which verifies its hash. */
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
 * Lists the chunks of batches with issued invoices that have no PDF. The batches were processed
 * before a given time, and their organizations are not paused. Documents of more than longDocument
 * bytes are not in chunks; their positions are listed separately, at most mostLong per batch.
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

/**
 * Lists annulled invoices of organizations that are not paused whose PDF does not show the
 * annulment. Marks annulments as rendered if the PDF already shows them or is rendered on demand.
 */
export const listDueAnnulled: Statement<[now: Date, most: number | bigint], ListDueAnnulledRow> =
  statement('listDueAnnulled');
