/* Generated from orders.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type SiiKind } from '../../contracts/registers.ts';

const statement = readStatements(import.meta.url);

export type FindCorrectableRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly chainId: number | null;
  readonly isHalted: boolean;
  readonly isCompared: boolean;
  readonly later: readonly string[];
};

/** Returns an issued invoice with the state of the chain of its records. */
export const findCorrectable: Statement<[id: number | bigint], FindCorrectableRow> =
  statement('findCorrectable');

export type ListPastRecordsRow = {
  readonly chainId: number;
  readonly sequence: number;
  readonly kind: 'alta' | 'anulacion';
  readonly answer: 'accepted' | 'accepted_with_errors' | 'rejected' | null;
  readonly code: number | null;
  readonly message: string | null;
  readonly isCorrection: boolean;
};

/**
 * Lists the registration records of an invoice in their order with AEAT's answers, but without
 * their XML.
 */
export const listPastRecords: Statement<[id: number | bigint], ListPastRecordsRow> =
  statement('listPastRecords');

export type StoreOrderedCorrectionRow = {
  readonly stored: boolean;
};

/**
 * Stores a correction that was ordered in the dashboard, together with its record
 * (migrations/0007-corrections.sql).
 */
export const storeOrderedCorrection: Statement<
  [
    orderId: number | bigint,
    now: Date,
    kind: string,
    chainId: number | bigint,
    sequence: number | bigint,
    previousHash: string | null,
    hash: string,
    xml: string,
  ],
  StoreOrderedCorrectionRow
> = statement('storeOrderedCorrection');

export type ListPastVersionsRow = {
  readonly version: number;
  readonly kind: SiiKind;
  readonly fiscalYear: number;
  readonly period: string;
  readonly state: 'accepted' | 'accepted_with_errors' | 'rejected' | 'withdrawn' | 'unsettled' | null;
  readonly code: number | null;
};

/** Lists the versions of the entry of an invoice in SII in their order, with AEAT's answers but without their contents. */
export const listPastVersions: Statement<[id: number | bigint], ListPastVersionsRow> =
  statement('listPastVersions');
