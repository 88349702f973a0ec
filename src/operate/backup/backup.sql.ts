/* Generated from backup.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type ListTableParentsRow = {
  readonly name: string;
  readonly parents: readonly string[];
};

/** The tables of a database but for some, with the tables that each refers to. */
export const listTableParents: Statement<
  [left: readonly string[] | EncodedArray<string>],
  ListTableParentsRow
> = statement('listTableParents');

export type ListHiddenTablesRow = {
  readonly name: string;
};

/** Tables of which row-level security may keep rows back from the login that asks. */
export const listHiddenTables: Statement<[], ListHiddenTablesRow> = statement('listHiddenTables');

export type ListSequencesRow = {
  readonly name: string;
  readonly last: number;
};

/** Sequences with the last value that each gave out. */
export const listSequences: Statement<[], ListSequencesRow> = statement('listSequences');

export type ListMigrationsRow = {
  readonly name: string;
};

/** The migrations that a database is at. */
export const listMigrations: Statement<[], ListMigrationsRow> = statement('listMigrations');

export type ReadMomentRow = {
  readonly now: string;
};

/** When the snapshot of a backup was taken, as JSON. */
export const readMoment: Statement<[], ReadMomentRow> = statement('readMoment');

export type ListLiveKeysRow = {
  readonly id: number;
  readonly prefix: string;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly createdAt: number;
};

/** API keys that were not revoked. */
export const listLiveKeys: Statement<[], ListLiveKeysRow> = statement('listLiveKeys');

export type ListLiveCertificatesRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly issuerNif: string | null;
  readonly subject: string;
};

/** Certificates that were not removed. */
export const listLiveCertificates: Statement<[], ListLiveCertificatesRow> = statement('listLiveCertificates');

export type CountLiveSessionsRow = {
  readonly count: number;
};

/** Sessions that are not over, of API keys that were not revoked. */
export const countLiveSessions: Statement<[now: Date], CountLiveSessionsRow> = statement('countLiveSessions');

export type ListSecuredTablesRow = {
  readonly name: string;
};

/** Tables with row-level security. */
export const listSecuredTables: Statement<[], ListSecuredTablesRow> = statement('listSecuredTables');

export type ListStoredColumnsRow = {
  readonly name: string;
};

/** Columns of a table that rows are inserted with, quoted: PostgreSQL generates the others. */
export const listStoredColumns: Statement<[table: string], ListStoredColumnsRow> =
  statement('listStoredColumns');
