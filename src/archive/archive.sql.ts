/* Generated from archive.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type ListKeepYearsRow = {
  readonly id: number;
  readonly keepYears: number;
};

/** How many years the invoices of each organization are kept. */
export const listKeepYears: Statement<[], ListKeepYearsRow> = statement('listKeepYears');

export type ListArchivedOrganizationsRow = {
  readonly id: number;
  readonly name: string;
  readonly keepYears: number;
  readonly writtenAt: string;
};

/** The organizations with how long their invoices are kept, and the time of the database. */
export const listArchivedOrganizations: Statement<[], ListArchivedOrganizationsRow> =
  statement('listArchivedOrganizations');
