/* Generated from signing.sql and the database by `npm run sql:generate`: not written by hand. */

import { type NoColumns, type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type IssuerProfile } from '../../contracts/invoice-document.ts';

const statement = readStatements(import.meta.url);

export type FindInvoiceToSignRow = {
  readonly issuerProfile: IssuerProfile | null;
  readonly signingTime: number;
};

/**
 * Returns the profile that the issuer of an invoice had when it was issued, and the time of the database. Returns no row if there is no such issued
 * invoice, or if its signed Facturae is stored already.
 */
export const findInvoiceToSign: Statement<
  [organizationId: number | bigint, issuedInvoiceId: number | bigint],
  FindInvoiceToSignRow
> = statement('findInvoiceToSign');

/** Stores the signed Facturae of an invoice. Does nothing if another worker stored one first. */
export const insertSignedFacturae: Statement<
  [
    organizationId: number | bigint,
    issuedInvoiceId: number | bigint,
    version: number,
    content: Uint8Array,
    sha256: Uint8Array,
    signedAt: Date,
  ],
  NoColumns
> = statement('insertSignedFacturae');

/** Stores why an invoice cannot be signed now, for the requests that wait. */
export const storeSigningRefusal: Statement<
  [organizationId: number | bigint, issuedInvoiceId: number | bigint, reason: string, detail: string | null],
  NoColumns
> = statement('storeSigningRefusal');

/** Deletes refusals for which no request waits any more. */
export const deleteOldSigningRefusals: Statement<[before: Date], NoColumns> =
  statement('deleteOldSigningRefusals');
