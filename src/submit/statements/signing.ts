import type { IssuerProfile } from '../../contracts/invoice-document.ts';
import type { SigningRefusal } from '../../contracts/signing-refusals.ts';
import type { StoredFile } from '../../platform/literals/stored-file.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './signing.sql.ts';

/** Identifies an issued invoice of an organization. */
export type InvoiceOfOrganization = { readonly organizationId: number; readonly issuedInvoiceId: number };

export type InvoiceToSign = {
  /** The profile of the issuer at the time of issue. */
  readonly issuerProfile: IssuerProfile | null;
  /** The time of the database. */
  readonly signingTime: Date;
};

/** @returns null if there is no such issued invoice, or if its signed Facturae is stored already. */
export async function findInvoiceToSign(
  connection: Connection,
  { organizationId, issuedInvoiceId }: InvoiceOfOrganization,
): Promise<InvoiceToSign | null> {
  const { rows } = await query(connection, sql.findInvoiceToSign(organizationId, issuedInvoiceId));
  const [found] = rows;
  return found === undefined ? null : { ...found, signingTime: new Date(found.signingTime) };
}

/**
 * Stores the signed Facturae of an invoice.
 * @param version the version of the writer.
 * @returns false if another worker stored one first, which stays.
 */
export async function insertSignedFacturae(
  connection: Connection,
  { organizationId, issuedInvoiceId }: InvoiceOfOrganization,
  { content, sha256 }: StoredFile,
  version: number,
  signedAt: Date,
): Promise<boolean> {
  const statement = sql.insertSignedFacturae(
    organizationId,
    issuedInvoiceId,
    version,
    content,
    sha256,
    signedAt,
  );
  return (await query(connection, statement)).rowCount === 1;
}

/** Stores why an invoice cannot be signed now, for the requests that wait. @param detail for clients; null if the reason says everything. */
export async function storeSigningRefusal(
  connection: Connection,
  { organizationId, issuedInvoiceId }: InvoiceOfOrganization,
  reason: SigningRefusal,
  detail: string | null,
): Promise<void> {
  await query(connection, sql.storeSigningRefusal(organizationId, issuedInvoiceId, reason, detail));
}

/** Milliseconds after which no request waits for a refusal. */
const LIFETIME_MS = 60_000;

/** Deletes the refusals whose requests have ended. */
export async function deleteOldSigningRefusals(connection: Connection, now: Date): Promise<void> {
  await query(connection, sql.deleteOldSigningRefusals(new Date(now.getTime() - LIFETIME_MS)));
}
