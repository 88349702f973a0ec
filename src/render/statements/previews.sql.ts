/* Generated from previews.sql and the database by `npm run sql:generate`: not written by hand. */

import { type NoColumns, type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type InvoiceDocument } from '../../contracts/invoice-document.ts';
import { type IssuerProfile } from '../../contracts/issuer-profile.ts';

const statement = readStatements(import.meta.url);

export type FindPreviewToRenderRow = {
  readonly document: InvoiceDocument;
  readonly issuerProfile: IssuerProfile | null;
};

/** Returns the document of a preview that has no result yet, with the newest profile of its issuer. */
export const findPreviewToRender: Statement<[id: number | bigint], FindPreviewToRenderRow> =
  statement('findPreviewToRender');

/**
 * Stores the PDF of a preview, or why it could not be rendered. Does nothing if its contents were
 * erased.
 */
export const settlePreview: Statement<
  [id: number | bigint, pdf: Uint8Array | null, failure: string | null],
  NoColumns
> = statement('settlePreview');

/** Deletes previews for which no request waits any more. */
export const deleteOldPreviews: Statement<[before: Date], NoColumns> = statement('deleteOldPreviews');
