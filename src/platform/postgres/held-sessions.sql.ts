/* Generated from held-sessions.sql and the database by `npm run sql:generate`: not written by hand. */

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

/** Sessions of the database that hold up others, then those that keep a transaction open, at most 20. */
export const listHeldSessions: Statement<[idleSeconds: number, longSeconds: number], ListHeldSessionsRow> =
  statement('listHeldSessions');

export type SeesOtherLoginsRow = {
  readonly sees: boolean;
};

/** Whether the function of this database may see what other logins do (pg_read_all_stats). */
export const seesOtherLogins: Statement<[], SeesOtherLoginsRow> = statement('seesOtherLogins');
