import type { Connection } from '../platform/postgres/database.ts';
import { query } from '../platform/postgres/statement.ts';
import * as sql from './operators.sql.ts';

/**
 * Wrong attempts to sign in as an operator: passwords, and codes with the right password. Times are
 * in milliseconds since 1970.
 */
export type WrongLogins = sql.ListWrongLoginsRow;

/**
 * As many wrong attempts are more than mistypings. As many wrong codes show that somebody else
 * knows the password.
 */
export const SUSPICIOUS = 10;

/**
 * Lists the wrong attempts to sign in as each operator: those from known browsers, and those from
 * all others.
 */
export async function listWrongLogins(connection: Connection): Promise<WrongLogins[]> {
  return (await query(connection, sql.listWrongLogins())).rows;
}
