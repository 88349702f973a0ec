/* Generated from previews.sql and the database by `npm run sql:generate`: not written by hand. */

import { type NoColumns, type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type InsertPreviewRow = {
  readonly id: number;
};

/** Stores the document of a preview until its PDF is answered. */
export const insertPreview: Statement<[organizationId: number | bigint, document: string], InsertPreviewRow> =
  statement('insertPreview');

export type FindPreviewRow = {
  readonly pdf: Buffer | null;
  readonly failure: string | null;
};

/** Returns the PDF of a preview, or why it could not be rendered. Both are null while it waits. */
export const findPreview: Statement<[organizationId: number | bigint, id: number | bigint], FindPreviewRow> =
  statement('findPreview');

/** Erases the contents of a preview whose PDF was answered or given up. */
export const erasePreview: Statement<[organizationId: number | bigint, id: number | bigint], NoColumns> =
  statement('erasePreview');
