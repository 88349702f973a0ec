/* Generated from signing.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type IssuerDetails } from '../../contracts/issuer-profile.ts';

const statement = readStatements(import.meta.url);

export type FindInvoicesToSignRow = {
  readonly id: number;
  readonly issuerProfile: IssuerDetails | null;
  readonly signingTime: number;
};

/**
 * Returns the first issued invoices in a range of ids without a stored Facturae, each with the
 * profile that its issuer had when it was issued, and the time of the database in milliseconds
 * since 1970.
 */
export const findInvoicesToSign: Statement<
  [organizationId: number | bigint, first: number | bigint, last: number | bigint, most: number | bigint],
  FindInvoicesToSignRow
> = statement('findInvoicesToSign');

/** Stores the signed Facturae of invoices, except those of which another worker stored one first. */
export const insertSignedFacturae: Statement<
  [
    organizationId: number | bigint,
    issuedInvoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    version: number,
    contents: readonly Uint8Array[] | EncodedArray<Uint8Array>,
    sha256s: readonly Uint8Array[] | EncodedArray<Uint8Array>,
    signedAt: Date,
  ],
  NoColumns
> = statement('insertSignedFacturae');

/** Stores why invoices cannot be signed now, for the requests that wait. */
export const storeSigningRefusals: Statement<
  [
    organizationId: number | bigint,
    issuedInvoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    reasons: readonly string[] | EncodedArray<string>,
    details: readonly (string | null)[] | EncodedArray<string | null>,
  ],
  NoColumns
> = statement('storeSigningRefusals');

/** Deletes refusals that are too old to be reported. */
export const deleteOldSigningRefusals: Statement<[before: Date], NoColumns> =
  statement('deleteOldSigningRefusals');

export type FindProfileRow = {
  readonly profile: IssuerDetails;
};

/** Returns the newest profile that an organization has for a NIF. */
export const findProfile: Statement<[organizationId: number | bigint, nif: string], FindProfileRow> =
  statement('findProfile');
