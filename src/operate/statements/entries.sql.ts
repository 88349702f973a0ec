/* Generated from entries.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type SiiKind } from '../../contracts/registers.ts';

const statement = readStatements(import.meta.url);

export type ListEntryVersionsRow = {
  readonly version: number;
  readonly kind: SiiKind;
  readonly fiscalYear: number;
  readonly period: string;
  readonly state: 'accepted' | 'accepted_with_errors' | 'rejected' | 'withdrawn' | 'unsettled' | null;
  readonly code: number | null;
  readonly message: string | null;
  readonly csv: string | null;
  readonly orderedBy: string | null;
  readonly reason: string | null;
  readonly record: string;
  readonly createdAt: number;
};

/** Lists the versions of the entry of an invoice in SII in their order, with AEAT's answers. Returns no row if it is not in SII. */
export const listEntryVersions: Statement<[id: number | bigint], ListEntryVersionsRow> =
  statement('listEntryVersions');

export type ReadDraftingRow = {
  readonly version: number;
  readonly rectifiedOperationDate: string | null;
  readonly enteredOn: string | null;
};

/**
 * Returns what the record of an issued invoice depends on besides its document: the version of the API that received it, the date of the
 * operation of the invoice that it rectifies or replaces; null if it names none or several that are stored; and the day on which its issuer
 * entered SII, if it was issued before.
 */
export const readDrafting: Statement<[id: number | bigint], ReadDraftingRow> = statement('readDrafting');

export type AddEntryVersionRow = {
  readonly number: string;
};

/** Adds a version to an entry, which then waits to be sent, and the correction of its invoice (migrations/0046-sii-corrections.sql). */
export const addEntryVersion: Statement<
  [
    organizationId: number | bigint,
    id: number | bigint,
    now: Date,
    version: number,
    kind: string,
    fiscalYear: number,
    period: string,
    record: string,
    operator: string,
    reason: string,
  ],
  AddEntryVersionRow
> = statement('addEntryVersion');

export type StoreKeyEntryCorrectionRow = {
  readonly stored: boolean;
};

/** Stores a correction of an entry that was ordered with an API key (migrations/0046-sii-corrections.sql). */
export const storeKeyEntryCorrection: Statement<
  [
    tokenHash: Uint8Array,
    now: Date,
    action: string,
    reason: string,
    id: number | bigint,
    version: number,
    kind: string,
    fiscalYear: number,
    period: string,
    record: string,
  ],
  StoreKeyEntryCorrectionRow
> = statement('storeKeyEntryCorrection');

export type StoreOrderedEntryCorrectionRow = {
  readonly stored: boolean;
};

/** Stores a correction of an entry that was ordered in the dashboard (migrations/0046-sii-corrections.sql). */
export const storeOrderedEntryCorrection: Statement<
  [
    orderId: number | bigint,
    now: Date,
    version: number,
    kind: string,
    fiscalYear: number,
    period: string,
    record: string,
  ],
  StoreOrderedEntryCorrectionRow
> = statement('storeOrderedEntryCorrection');
