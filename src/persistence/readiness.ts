import { ALL_MIGRATIONS } from '../../migrations/all-migrations.ts';
import type { Connection } from './database.ts';
import { describeExcess, LoginError, readLoginRights } from './login-rights.ts';
import type { ProcessRole } from './process-roles.ts';

/** The newest migration that this version of the program knows. */
const NEWEST_MIGRATION = ALL_MIGRATIONS.at(-1)!.name;

/**
 * Whether the database answers, has this program's schema, and gives the process its own rights and no more.
 * @param refusesExcess whether a login that may do more than the role is an obstacle, as in production.
 * @returns `ok`, or what is missing.
 */
export async function checkDatabase(
  connection: Connection,
  role: ProcessRole,
  refusesExcess = false,
): Promise<string> {
  try {
    const { rowCount } = await connection.query('select from migrations where name = $1', [NEWEST_MIGRATION]);
    if (rowCount === 0) return 'migrations are pending';
    const rights = await readLoginRights(connection, role);
    if (rights.user !== `engine_${role}`) return `connected as ${rights.user}, not as engine_${role}`;
    return (refusesExcess && describeExcess(rights, role)) || 'ok';
  } catch (error) {
    if (error instanceof LoginError) return error.message;
    const { code } = error as { code?: string };
    if (code === '42501') return `the login may not take the role engine_${role}`;
    // No such table, no such role.
    return code === '42P01' || code === '22023' ? 'migrations are pending' : 'not reachable';
  }
}
