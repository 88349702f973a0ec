/* Generated from archive.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type ListKeepYearsRow = {
  readonly id: number;
  readonly keepYears: number;
};

/** Returns for each organization how many years its invoices are retained. */
export const listKeepYears: Statement<[], ListKeepYearsRow> = statement('listKeepYears');

export type ListArchivedOrganizationsRow = {
  readonly id: number;
  readonly name: string;
  readonly keepYears: number;
  readonly writtenAt: string;
};

/**
 * unprepared Returns the organizations with the retention of their invoices in years, and the time
 * of the database.
 */
export const listArchivedOrganizations: Statement<[], ListArchivedOrganizationsRow> =
  statement('listArchivedOrganizations');
