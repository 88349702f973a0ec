import type { IssuerDetails } from '../../contracts/issuer-profile.ts';
import { REFUSAL_SECONDS, type SigningRefusal } from '../../contracts/signing-refusals.ts';
import type { StoredFile } from '../../platform/literals/stored-file.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './signing.sql.ts';

export type InvoiceToSign = {
  readonly id: number;
  /** The profile of the issuer at the time of issue. */
  readonly issuerProfile: IssuerDetails | null;
};

/** Issued invoices of an organization. Those of one batch have consecutive ids. */
export type InvoiceRange = {
  readonly organizationId: number;
  readonly first: number;
  /** Included. */
  readonly last: number;
};

/**
 * Returns the invoices of a range whose signed Facturae is not stored, in the order of their ids,
 * and the time of the database.
 * @param most the maximum number of invoices.
 */
export async function findInvoicesToSign(
  connection: Connection,
  { organizationId, first, last }: InvoiceRange,
  most: number,
): Promise<{ readonly invoices: readonly InvoiceToSign[]; readonly signingTime: Date }> {
  const { rows } = await query(connection, sql.findInvoicesToSign(organizationId, first, last, most));
  const invoices = rows.map(({ id, issuerProfile }) => ({ id, issuerProfile }));
  return { invoices, signingTime: new Date(rows[0]?.signingTime ?? 0) };
}

/**
 * Stores the signed Facturae of invoices.
 * @param version the version of the writer.
 * @returns how many were stored. A file that another worker stored first stays and is not counted.
 */
export async function insertSignedFacturae(
  connection: Connection,
  organizationId: number,
  files: readonly (StoredFile & { readonly id: number })[],
  version: number,
  signedAt: Date,
): Promise<number> {
  if (files.length === 0) return 0;
  const statement = sql.insertSignedFacturae(
    organizationId,
    files.map(({ id }) => id),
    version,
    files.map(({ content }) => content),
    files.map(({ sha256 }) => sha256),
    signedAt,
  );
  return (await query(connection, statement)).rowCount ?? 0;
}

/**
 * Stores why invoices cannot be signed now, for the requests that wait. `detail` is for clients;
 * null if the reason says everything.
 */
export async function storeSigningRefusals(
  connection: Connection,
  organizationId: number,
  refusals: readonly {
    readonly id: number;
    readonly reason: SigningRefusal;
    readonly detail: string | null;
  }[],
): Promise<void> {
  if (refusals.length === 0) return;
  const statement = sql.storeSigningRefusals(
    organizationId,
    refusals.map(({ id }) => id),
    refusals.map(({ reason }) => reason),
    refusals.map(({ detail }) => detail),
  );
  await query(connection, statement);
}

/** Deletes the refusals that are older than `REFUSAL_SECONDS`. */
export async function deleteOldSigningRefusals(connection: Connection, now: Date): Promise<void> {
  await query(connection, sql.deleteOldSigningRefusals(new Date(now.getTime() - REFUSAL_SECONDS * 1000)));
}

/** Returns the newest profile that an organization has for a NIF; null if it has none. */
export async function findProfile(
  connection: Connection,
  organizationId: number,
  nif: string,
): Promise<IssuerDetails | null> {
  return (await query(connection, sql.findProfile(organizationId, nif))).rows[0]?.profile ?? null;
}
