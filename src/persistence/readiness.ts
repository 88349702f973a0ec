import { ALL_MIGRATIONS } from '../../migrations/all-migrations.ts';
import type { Connection, ProcessRole } from './database.ts';

/** The newest migration that this version of the program knows. */
const NEWEST_MIGRATION = ALL_MIGRATIONS.at(-1)!.name;

/**
 * Whether the database answers, has this program's schema, and gives the process its own rights and no more.
 * @returns `ok`, or what is missing.
 */
export async function checkDatabase(connection: Connection, role: ProcessRole): Promise<string> {
  try {
    const { rows } = await connection.query<{ user: string }>(
      'select current_user as user from migrations where name = $1',
      [NEWEST_MIGRATION],
    );
    if (!rows[0]) return 'migrations are pending';
    // A pooler in between may have dropped the option that takes the role.
    return rows[0].user === `engine_${role}` ? 'ok' : `connected as ${rows[0].user}, not as engine_${role}`;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '42501') return `the login may not take the role engine_${role}`;
    // No such table, no such role.
    return code === '42P01' || code === '22023' ? 'migrations are pending' : 'not reachable';
  }
}
