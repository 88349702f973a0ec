import type { Pool } from 'pg';
import { FailedStatement } from '../../../migrations/all-migrations.ts';
import { ENGINE_ROLES } from './logins/process-roles.ts';

/**
 * A migration failed. The message has a line for the migration and its error, one for the
 * statement, and one for the remedy. Nothing was changed.
 */
class MigrationFault extends Error {
  override readonly name = 'MigrationFault';
}

const INSUFFICIENT_PRIVILEGE = '42501';
/** Longer statements are shown by their beginning. */
const SHOWN = 400;

/**
 * What a login needs to migrate: to own the database and all that is in it, and to take every role
 * of the engine. $1 is the roles.
 */
const READ_OWNERS = `
  select current_user as login, current_database() as database, pg_get_userbyid(d.datdba) as owner,
    array(
      select distinct pg_get_userbyid(c.relowner)::text from pg_class c
      where c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'partitions')) and pg_get_userbyid(c.relowner) <> current_user
      order by 1) as "otherOwners",
    array(
      select r.rolname::text from pg_roles r
      where r.rolname = any ($1)
        and not pg_has_role(r.oid, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
      order by 1) as "rolesNotTaken"
  from pg_database d where d.datname = current_database()`;

type Owners = {
  readonly login: string;
  readonly database: string;
  readonly owner: string;
  readonly otherOwners: readonly string[];
  readonly rolesNotTaken: readonly string[];
};

/**
 * Explains why a migration failed: which migration and statement, what PostgreSQL said, and for a
 * missing right which one it is and who grants it.
 * @returns the error itself if it is not one of a migration.
 */
export async function explainFailedMigration(pool: Pool, error: unknown): Promise<unknown> {
  if (!(error instanceof FailedStatement)) return error;
  const { code, message } = error.cause as { code?: string; message: string };
  // The migration of the roles names its remedy itself.
  const isExplained = message.includes(' must run: ');
  const remedy =
    code === INSUFFICIENT_PRIVILEGE && !isExplained ? [await findRemedy(pool).catch(() => '')] : [];
  const lines = [
    `The migration ${error.migration} failed, and nothing was changed: ${shorten(message)}${code ? ` (SQLSTATE ${code})` : ''}`,
    ...(isExplained ? [] : [`The statement: ${shorten(error.statement)}`]),
    ...remedy,
  ];
  return new MigrationFault(lines.filter((line) => line !== '').join('\n'), { cause: error });
}

async function findRemedy(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Owners>(READ_OWNERS, [ENGINE_ROLES]);
  const { login, database, owner, otherOwners, rolesNotTaken } = rows[0]!;
  if (owner !== login)
    return `The remedy: the login ${login} must own the database ${database}, which belongs to ${owner}. Migrate with the address of ${owner}`;
  if (otherOwners.length > 0)
    return `The remedy: the login ${login} must own every table, but some belong to ${otherOwners.join(', ')}. As a superuser in ${database}: reassign owned by ${otherOwners.join(', ')} to ${login};`;
  if (rolesNotTaken.length > 0)
    return `The remedy: the login ${login} must be able to take every role of the engine. As a superuser: grant ${rolesNotTaken.join(', ')} to ${login};`;
  return `The remedy: the login ${login} has every right that migrations are meant to need, so this is a bug of the migration, which you should report. Until it is mended, as a superuser: alter role ${login} superuser; then npm run migrate; then alter role ${login} nosuperuser;`;
}

/** Returns a statement in one line, without comments. */
function shorten(statement: string): string {
  const line = statement
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
