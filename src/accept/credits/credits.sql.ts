/* Generated from credits.sql and the database by `npm run sql:generate`: not written by hand. */

import { type NoColumns, type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type Text } from '../../contracts/messages/texts.ts';
import { type InvoiceType } from '../../contracts/codes.ts';

const statement = readStatements(import.meta.url);

export type FindCreditedRow = {
  readonly isIssued: boolean;
  readonly processingError: Text | null;
  readonly isAnnulled: boolean;
};

/**
 * Returns what became of an invoice that is to be credited, or no row if the organization has none
 * with this id.
 */
export const findCredited: Statement<
  [organizationId: number | bigint, id: number | bigint],
  FindCreditedRow
> = statement('findCredited');

export type ListUncreditedRow = {
  readonly id: number;
  readonly number: string;
  readonly type: InvoiceType;
};

/**
 * Lists the issued invoices that rectify or replace an invoice by their row, or by the term of a
 * reference to it, without those that are annulled or were made as credits: the oldest of each kind.
 */
export const listUncredited: Statement<
  [organizationId: number | bigint, originalId: number | bigint, term: number | bigint, most: number],
  ListUncreditedRow
> = statement('listUncredited');

export type ListCreditsRow = {
  readonly ordinal: number;
  readonly invoiceId: number;
  readonly lines: readonly (readonly [number, string, string])[];
  readonly groups: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly isFailed: boolean;
  readonly isAnnulled: boolean;
};

/**
 * Lists the credits of an invoice in the order of their ordinals, with what became of their
 * invoices.
 */
export const listCredits: Statement<
  [organizationId: number | bigint, originalId: number | bigint],
  ListCreditsRow
> = statement('listCredits');

export type FindCreditOfBatchRow = {
  readonly originalId: number;
  readonly requestSha256: Buffer;
};

/** Finds what the batch of a credit credits, and by which request. */
export const findCreditOfBatch: Statement<
  [organizationId: number | bigint, batchId: number | bigint],
  FindCreditOfBatchRow
> = statement('findCreditOfBatch');

/** Stores a credit. Fails with unique_violation if another request took the ordinal. */
export const insertCredit: Statement<
  [
    organizationId: number | bigint,
    originalId: number | bigint,
    ordinal: number,
    batchId: number | bigint,
    requestSha256: Uint8Array,
    lines: string,
    groups: string,
  ],
  NoColumns
> = statement('insertCredit');
