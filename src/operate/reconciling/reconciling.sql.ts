/* Generated from reconciling.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type ListDueAnnulledRow = {
  readonly organizationId: number;
  readonly issuedInvoiceId: number;
};

/** Annulled invoices, of organizations that are not paused, that lack the PDF which says so; those that have it by now, or have it printed on demand, are noted as done. */
export const listDueAnnulled: Statement<[now: Date, most: number | bigint], ListDueAnnulledRow> =
  statement('listDueAnnulled');

export type ListDueBatchesRow = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly invoices: number;
  readonly work: number;
};

/** Batches that are not finished, of organizations that are not paused. */
export const listDueBatches: Statement<
  [before: Date, most: number | bigint, after: number | bigint],
  ListDueBatchesRow
> = statement('listDueBatches');

export type ListDueRemissionsRow = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly records: number;
  readonly isFull: boolean;
};

/**
 * Chains that may send records now, or are to be compared with AEAT first: organizations take turns, of each those that waited longest
 * first. A comparison waits for nothing but its own time.
 */
export const listDueRemissions: Statement<
  [now: Date, most: number | bigint, fullEnvelope: number | bigint],
  ListDueRemissionsRow
> = statement('listDueRemissions');

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
