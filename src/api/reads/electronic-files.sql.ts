/* Generated from electronic-files.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type SigningRefusal } from '../../contracts/signing-refusals.ts';

const statement = readStatements(import.meta.url);

export type GetSignedFacturaeRow = {
  readonly processingError: string | null;
  readonly isIssued: boolean;
  readonly invoiceNumber: string | null;
  readonly sha256: Buffer | null;
  readonly refusal: SigningRefusal | null;
  readonly refusalDetail: string | null;
  readonly annulledAt: string | null;
  readonly at: number;
};

/**
 * Returns the data of a batch invoice that the download of its signed Facturae needs, without the file itself, and the time of the database in
 * milliseconds since 1970. A refusal to sign counts only since a time.
 */
export const getSignedFacturae: Statement<
  [organizationId: number | bigint, id: number | bigint, since: Date | null],
  GetSignedFacturaeRow
> = statement('getSignedFacturae');

export type ListSignedFacturaeRow = {
  readonly id: number;
  readonly isSigned: boolean;
  readonly refusal: SigningRefusal | null;
  readonly refusalDetail: string | null;
};

/** Returns the invoices of a batch that are signed as Facturae, and those that a worker refused to sign at most `seconds` ago. */
export const listSignedFacturae: Statement<
  [organizationId: number | bigint, batchId: number | bigint, seconds: number],
  ListSignedFacturaeRow
> = statement('listSignedFacturae');

/** Marks signed Facturae as damaged, for operators. */
export const markDamagedFacturae: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  NoColumns
> = statement('markDamagedFacturae');

export type ReadSignedFacturaeRow = {
  readonly id: number;
  readonly content: Buffer;
  readonly sha256: Buffer;
};

/** Returns the signed Facturae of issued invoices. */
export const readSignedFacturae: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  ReadSignedFacturaeRow
> = statement('readSignedFacturae');
