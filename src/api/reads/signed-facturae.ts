import type { SigningRefusal } from '../../contracts/signing-refusals.ts';
import { restoreFile } from '../../platform/literals/stored-file.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { MonthArchivedError } from '../../platform/postgres/partitions/archived-months.ts';
import { readAsTenant } from '../../platform/postgres/scoped-query.ts';
import * as sql from './electronic-files.sql.ts';

export type FacturaeState = {
  readonly isIssued: boolean;
  readonly processingError: string | null;
  readonly invoiceNumber: string | null;
  /** SHA-256 of the signed file; null until it is signed. */
  readonly sha256: Buffer | null;
  /** Why a worker could not sign the invoice; null if none has said so since the time in question. */
  readonly refusal: { readonly reason: SigningRefusal; readonly detail: string | null } | null;
  /** When the invoice was annulled: UTC, whole seconds; null if it is not annulled. */
  readonly annulledAt: string | null;
  /** When this was read, by the clock of the database. */
  readonly at: Date;
};

/**
 * Returns the state of the signed Facturae of a batch invoice, or null if the organization has no batch invoice with this id.
 * @param since earlier refusals are ignored; null ignores all.
 * @throws MonthArchivedError if the invoice is not signed and its document was archived with its month.
 */
export async function getFacturae(
  connection: Connection,
  organizationId: number,
  id: number,
  since: Date | null = null,
): Promise<FacturaeState | null> {
  const statement = sql.getSignedFacturae(organizationId, id, since);
  const [found] = (await readAsTenant(connection, organizationId, statement)).rows;
  if (found === undefined) return null;
  const { refusal, refusalDetail, monthArchived, at, ...state } = found;
  if (state.isIssued && monthArchived !== null) throw new MonthArchivedError(monthArchived);
  return {
    ...state,
    refusal: refusal === null ? null : { reason: refusal, detail: refusalDetail },
    at: new Date(at),
  };
}

/**
 * Reads the signed Facturae of an issued invoice, which is stored.
 * @throws if it is damaged.
 */
export async function readFacturae(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<Buffer> {
  const { rows } = await readAsTenant(connection, organizationId, sql.readSignedFacturae(organizationId, id));
  const [file] = rows;
  if (file === undefined) throw new Error(`The signed Facturae of invoice ${id} is not stored`);
  return restoreFile(file);
}
