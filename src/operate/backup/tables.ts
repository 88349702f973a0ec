import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './backup.sql.ts';

/** Tables about the database itself. Its migrations fill them; a backup does not contain them. */
const OWN = ['migrations', 'skipped_ids'];

/**
 * Lists the tables of a database, each after the tables that it references.
 * @throws Error if tables reference each other in a cycle.
 */
export async function listTables(connection: Connection): Promise<string[]> {
  const { rows } = await query(connection, sql.listTableParents(OWN));
  const ordered: string[] = [];
  while (ordered.length < rows.length) {
    const next = rows.find(
      ({ name, parents }) => !ordered.includes(name) && parents.every((parent) => ordered.includes(parent)),
    );
    if (!next) throw new Error('the foreign keys of the tables form a cycle');
    ordered.push(next.name);
  }
  return ordered;
}

/**
 * Refuses a database in which row-level security may hide rows from this role, because a backup
 * without them would look complete.
 * @throws Error that names the tables.
 */
export async function refuseHiddenRows(connection: Connection): Promise<void> {
  const { rows } = await query(connection, sql.listHiddenTables());
  if (rows.length > 0)
    throw new Error(
      `Row-level security hides rows of ${rows.map(({ name }) => name).join(', ')}, so the backup would be incomplete: use the login of READER_DATABASE_URL`,
    );
}

/** Lists the sequences with the last value that each has returned. */
export async function listSequences(connection: Connection): Promise<Record<string, number>> {
  const { rows } = await query(connection, sql.listSequences());
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** Lists the migrations that were applied to a database. */
export async function listMigrations(connection: Connection): Promise<string[]> {
  const { rows } = await query(connection, sql.listMigrations());
  return rows.map(({ name }) => name);
}
