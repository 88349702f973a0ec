/* Generated from postgres.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from './statement.ts';

const statement = readStatements(import.meta.url);

export type ListHeldSessionsRow = {
  readonly kind: 'blocking' | 'idle' | 'long';
  readonly pid: number;
  readonly login: string | null;
  readonly application: string | null;
  readonly state: string | null;
  readonly transactionSince: number | null;
  readonly waitedForSince: number | null;
  readonly relation: string | null;
  readonly mode: string | null;
  readonly blocked: number;
  readonly statement: string | null;
};

/**
 * Lists at most 20 sessions of the database: first those that block others, then those with a
 * transaction open for a long time.
 */
export const listHeldSessions: Statement<[idleSeconds: number, longSeconds: number], ListHeldSessionsRow> =
  statement('listHeldSessions');

export type SeesOtherLoginsRow = {
  readonly sees: boolean;
};

/**
 * Returns whether the monitoring functions of this database can see the activity of other logins
 * (pg_read_all_stats).
 */
export const seesOtherLogins: Statement<[], SeesOtherLoginsRow> = statement('seesOtherLogins');

export type ReadWritabilityRow = {
  readonly isStandby: boolean;
  readonly mayOnlyRead: boolean;
};

/** Returns whether the server is a standby, and whether transactions are read-only. */
export const readWritability: Statement<[], ReadWritabilityRow> = statement('readWritability');

export type ReadClockRow = {
  readonly now: number;
};

/** Returns the time of the database in milliseconds since 1970. */
export const readClock: Statement<[], ReadClockRow> = statement('readClock');

export type ReadInstallationRow = {
  readonly mark: string;
  readonly lineage: string;
};

/** Returns the mark of the installation, and the cluster lineage of its database. */
export const readInstallation: Statement<[], ReadInstallationRow> = statement('readInstallation');
