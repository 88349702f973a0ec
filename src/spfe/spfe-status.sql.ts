/* Generated from spfe-status.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../platform/postgres/statement.ts';
import { type SpfeMode, type SpfeChannel, type SpfeBasis } from '../contracts/spfe.ts';
import { type StateCount } from './delivery-rows.ts';

const statement = readStatements(import.meta.url);

export type ListSpfeStatusRow = {
  readonly issuerNif: string;
  readonly mode: SpfeMode;
  readonly channel: SpfeChannel | null;
  readonly basis: SpfeBasis;
  readonly validFrom: string;
  readonly haltedAt: string | null;
  readonly haltedReason: string | null;
  readonly counts: StateCount[];
  readonly oldestPendingAt: string | null;
};

/**
 * Lists what was decided about each issuer of an organization: the decision that holds today, or else the first one to come. Counts its
 * deliveries since an issue date by state.
 */
export const listSpfeStatus: Statement<
  [
    organizationId: number | bigint,
    boundNifs: readonly string[] | EncodedArray<string> | null,
    today: string,
    countedFrom: string,
  ],
  ListSpfeStatusRow
> = statement('listSpfeStatus');

export type GetSpfeDowntimeRow = {
  readonly since: string;
  readonly attempts: number;
};

/** Returns the present downtime of the SPFE; no row if there is none. */
export const getSpfeDowntime: Statement<[], GetSpfeDowntimeRow> = statement('getSpfeDowntime');

export type ListIssuersOfMonthRow = {
  readonly issuerNif: string;
};

/** Lists the issuers of an organization, or one of them, for whom invoices may have been issued. */
export const listIssuersOfMonth: Statement<
  [organizationId: number | bigint, issuerNif: string | null],
  ListIssuersOfMonthRow
> = statement('listIssuersOfMonth');

export type ListIssuedInMonthRow = {
  readonly id: number;
  readonly issueDate: string;
  readonly number: string;
  readonly isAnnulled: boolean;
};

/**
 * Lists the invoices of an issuer that were issued in a month, without annulled ones, in the order of their issue dates and ids, from those
 * after a position.
 */
export const listIssuedInMonth: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    firstDay: string,
    afterDate: string,
    afterId: number | bigint,
    limit: number | bigint,
  ],
  ListIssuedInMonthRow
> = statement('listIssuedInMonth');
