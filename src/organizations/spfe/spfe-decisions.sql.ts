/* Generated from spfe-decisions.sql and the database by `npm run sql:generate`: not written by hand. */

import { type NoColumns, type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type SpfeMode } from '../../contracts/spfe.ts';

const statement = readStatements(import.meta.url);

export type ListSpfeDecisionsRow = {
  readonly id: number;
  readonly issuerNif: string;
  readonly mode: 'off' | 'prepare' | 'send';
  readonly channel: string | null;
  readonly validFrom: string;
  readonly basis: 'turnover' | 'everyone' | 'voluntary';
  readonly decidedBy: string;
  readonly reason: string | null;
  readonly decidedAt: number;
  readonly withdrawnAt: number | null;
};

/** Lists the decisions about an issuer's deliveries to the SPFE, or about all issuers, the newest first. */
export const listSpfeDecisions: Statement<[issuerNif: string | null], ListSpfeDecisionsRow> =
  statement('listSpfeDecisions');

export type CountIssuedInModesRow = {
  readonly mode: SpfeMode;
  readonly invoices: number;
  readonly first: string;
  readonly last: string;
  readonly numbers: readonly string[];
};

/** Counts the issued invoices of an issuer with issue dates in a span, by the mode in which they were issued, without annulled ones. */
export const countIssuedInModes: Statement<
  [issuerNif: string, from: string | null, until: string | null],
  CountIssuedInModesRow
> = statement('countIssuedInModes');

export type FindLastIssuedRow = {
  readonly last: string | null;
};

/** Returns the latest issue date of an issuer in all organizations. */
export const findLastIssued: Statement<[issuerNif: string], FindLastIssuedRow> = statement('findLastIssued');

/** Stores a decision and records the act. */
export const insertSpfeDecision: Statement<
  [
    issuerNif: string,
    mode: string,
    channel: string | null,
    validFrom: string,
    basis: string,
    operator: string,
    reason: string | null,
  ],
  NoColumns
> = statement('insertSpfeDecision');

/** Withdraws the decision about an issuer that holds from a date, and records the act. Updates no row if there is none. */
export const withdrawSpfeDecision: Statement<
  [issuerNif: string, validFrom: string, now: Date, operator: string, reason: string | null],
  NoColumns
> = statement('withdrawSpfeDecision');

export type ReadPersonsRow = {
  readonly arePersonsBusinesses: boolean | null;
};

/** Returns what an organization says of natural persons of whom nothing else says whether they are businesses. */
export const readPersons: Statement<[organizationId: number | bigint], ReadPersonsRow> =
  statement('readPersons');
