import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { queryAsOrganization, readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import * as sql from './previews.sql.ts';

/** Stores the document of a preview. @returns its id. */
export async function insertPreview(
  connection: Connection,
  organizationId: number,
  document: InvoiceDocument,
): Promise<number> {
  const { rows } = await queryAsOrganization(
    connection,
    organizationId,
    sql.insertPreview(organizationId, JSON.stringify(document)),
  );
  return rows[0]!.id;
}

/** The result of a preview; both are null while it waits. */
export type PreviewState = { readonly pdf: Buffer | null; readonly failure: string | null };

/** @returns null if the preview does not exist any more. */
export async function findPreview(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<PreviewState | null> {
  const { rows } = await readAsOrganization(connection, organizationId, sql.findPreview(organizationId, id));
  return rows[0] ?? null;
}

/** Erases the contents of a preview. A worker deletes its row later. */
export async function erasePreview(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<void> {
  await queryAsOrganization(connection, organizationId, sql.erasePreview(organizationId, id));
}
