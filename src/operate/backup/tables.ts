import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './backup.sql.ts';

/** What a database says of itself: made by its migrations, not restored. */
const OWN = ['migrations', 'skipped_ids'];

/** The tables of a database, each after those that it refers to. */
export async function listTables(connection: Connection): Promise<string[]> {
  const { rows } = await query(connection, sql.listTableParents(OWN));
  const ordered: string[] = [];
  while (ordered.length < rows.length) {
    const next = rows.find(
      ({ name, parents }) => !ordered.includes(name) && parents.every((parent) => ordered.includes(parent)),
    );
    if (!next) throw new Error('tables refer to each other in a circle');
    ordered.push(next.name);
  }
  return ordered;
}

/** @throws where row-level security may keep rows of a table back: what is made of the others would look whole. */
export async function refuseHiddenRows(connection: Connection): Promise<void> {
  const { rows } = await query(connection, sql.listHiddenTables());
  if (rows.length > 0)
    throw new Error(`Row-level security keeps rows of ${rows.map(({ name }) => name).join(', ')} back`);
}

/** Sequences with the last value that each gave out. */
export async function listSequences(connection: Connection): Promise<Record<string, number>> {
  const { rows } = await query(connection, sql.listSequences());
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** The migrations that a database is at. */
export async function listMigrations(connection: Connection): Promise<string[]> {
  const { rows } = await query(connection, sql.listMigrations());
  return rows.map(({ name }) => name);
}
