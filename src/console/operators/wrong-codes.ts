import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './operators.sql.ts';

/** Wrong codes of an operator's authenticator that were entered with the right password. Times are in milliseconds since 1970. */
export type WrongCodes = sql.ListWrongCodesRow;

/** Lists the wrong codes of each operator: those of known browsers, and those of all others. */
export async function listWrongCodes(connection: Connection): Promise<WrongCodes[]> {
  return (await query(connection, sql.listWrongCodes())).rows;
}
