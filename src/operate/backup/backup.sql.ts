/* Generated from backup.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type ListTableParentsRow = {
  readonly name: string;
  readonly parents: readonly string[];
};

/** Lists the tables of the database, except some, with the tables that each references. */
export const listTableParents: Statement<
  [left: readonly string[] | EncodedArray<string>],
  ListTableParentsRow
> = statement('listTableParents');

export type ListHiddenTablesRow = {
  readonly name: string;
};

/** Lists the tables in which row-level security may hide rows from the current login. */
export const listHiddenTables: Statement<[], ListHiddenTablesRow> = statement('listHiddenTables');

export type ListSequencesRow = {
  readonly name: string;
  readonly last: number;
};

/** Lists the sequences with the last value of each. */
export const listSequences: Statement<[], ListSequencesRow> = statement('listSequences');

export type ListMigrationsRow = {
  readonly name: string;
};

/** Lists the applied migrations of the database. */
export const listMigrations: Statement<[], ListMigrationsRow> = statement('listMigrations');

export type ReadMomentRow = {
  readonly now: string;
};

/** Returns the time of the snapshot of a backup, as JSON. */
export const readMoment: Statement<[], ReadMomentRow> = statement('readMoment');

export type ListLiveKeysRow = {
  readonly id: number;
  readonly prefix: string;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly createdAt: number;
};

/** Lists the API keys that are not revoked. */
export const listLiveKeys: Statement<[], ListLiveKeysRow> = statement('listLiveKeys');

export type ListLiveCertificatesRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly issuerNif: string | null;
  readonly subject: string;
};

/** Lists the certificates that are not removed. */
export const listLiveCertificates: Statement<[], ListLiveCertificatesRow> = statement('listLiveCertificates');

export type CountLiveSessionsRow = {
  readonly count: number;
};

/** Counts the sessions that have not expired and whose API key is not revoked. */
export const countLiveSessions: Statement<[now: Date], CountLiveSessionsRow> = statement('countLiveSessions');

export type ListSecuredTablesRow = {
  readonly name: string;
};

/** Lists the tables with row-level security. */
export const listSecuredTables: Statement<[], ListSecuredTablesRow> = statement('listSecuredTables');

export type ListStoredColumnsRow = {
  readonly name: string;
};

/** Lists the quoted names of the columns of a table, without generated columns. */
export const listStoredColumns: Statement<[table: string], ListStoredColumnsRow> =
  statement('listStoredColumns');
