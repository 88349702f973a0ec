import { ALL_MIGRATIONS } from '../../migrations/all-migrations.ts';
import type { Connection } from './database.ts';

/** The newest migration that this version of the program knows. */
const NEWEST_MIGRATION = ALL_MIGRATIONS.at(-1)!.name;

/**
 * Whether the database answers and has this program's schema.
 * @returns `ok`, or what is missing.
 */
export async function checkDatabase(connection: Connection): Promise<string> {
  try {
    const { rowCount } = await connection.query('select from migrations where name = $1', [NEWEST_MIGRATION]);
    return rowCount === 1 ? 'ok' : 'migrations are pending';
  } catch (error) {
    return (error as { code?: string }).code === '42P01' ? 'migrations are pending' : 'not reachable';
  }
}
