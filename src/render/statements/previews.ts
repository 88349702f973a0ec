import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { IssuerProfile } from '../../contracts/issuer-profile.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './previews.sql.ts';

export type PreviewToRender = {
  readonly document: InvoiceDocument;
  readonly issuerProfile: IssuerProfile | null;
};

/** @returns null if the preview has a result already, or if nobody waits for it any more. */
export async function findPreviewToRender(
  connection: Connection,
  id: number,
): Promise<PreviewToRender | null> {
  const { rows } = await query(connection, sql.findPreviewToRender(id));
  return rows[0] ?? null;
}

/**
 * Stores the PDF of a preview, or why it could not be rendered. Does nothing if nobody waits for it
 * any more.
 */
export async function settlePreview(
  connection: Connection,
  id: number,
  result: { readonly pdf: Buffer } | { readonly failure: string },
): Promise<void> {
  const [pdf, failure] = 'pdf' in result ? [result.pdf, null] : [null, result.failure];
  await query(connection, sql.settlePreview(id, pdf, failure));
}

/** Milliseconds after which no request waits for a preview. */
const LIFETIME_MS = 60_000;

/**
 * Deletes the previews whose request has ended. Their contents are erased already, unless the
 * process of the request was killed.
 */
export async function deleteOldPreviews(connection: Connection, now: Date): Promise<void> {
  await query(connection, sql.deleteOldPreviews(new Date(now.getTime() - LIFETIME_MS)));
}
