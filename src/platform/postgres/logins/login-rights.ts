import type { ClientBase, Pool } from 'pg';
import type { ProcessRole } from './process-roles.ts';

/*
 * Finds excess rights of a login: everything that an attacker who runs SQL in a process would gain
 * by `reset role`.
 */

/**
 * $1 is the role, $2 the login; null means that of the connection. The role itself is examined too,
 * because it may have been granted more than the migrations grant.
 */
const READ_RIGHTS = `
  with both_of_them as (
    select * from pg_roles where rolname in ($1, coalesce($2, session_user))
  )
  select current_user as "user", coalesce($2, session_user) as login,
    array_remove(array[
      case when bool_or(rolsuper) then 'it is a superuser' end,
      case when bool_or(rolbypassrls) then 'it bypasses row-level security' end,
      case when bool_or(rolcreaterole) then 'it may create roles' end,
      case when bool_or(rolcreatedb) then 'it may create databases' end,
      case when bool_or(rolreplication) then 'it may replicate' end,
      case when not bool_or(rolsuper) and bool_or(has_database_privilege(oid, current_database(), 'create')) then 'it may create schemas' end,
      case when bool_or(exists (
        select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = both_of_them.oid and deptype = 'o'))
        then 'it owns objects of the database' end,
      case when bool_or(rolname <> $1 and exists (
        select from pg_shdepend
        where refclassid = 'pg_authid'::regclass and refobjid = both_of_them.oid and deptype in ('a', 'r')
          and classid <> 'pg_database'::regclass))
        then 'it has privileges in addition to those of its role' end,
      case when not bool_or(rolsuper) then (
        select 'it is a member of ' || string_agg(other.rolname, ', ' order by other.rolname) from pg_roles other
        where other.rolname not in ($1, coalesce($2, session_user))
          and exists (select from both_of_them where pg_has_role(both_of_them.oid, other.oid, 'member')))
      end
    ], null) as excess
  from both_of_them`;

export type LoginRights = {
  /** The user whose rights the statements of the connection have. */
  readonly user: string;
  readonly login: string;
  /** The rights of the login beyond the role; empty if there are none. */
  readonly excess: readonly string[];
};

/**
 * Reads the rights that a login has beyond the role of a process.
 * @param login absent: that of the connection.
 */
export async function readLoginRights(
  connection: Pool | ClientBase,
  role: ProcessRole,
  login: string | null = null,
): Promise<LoginRights> {
  const { rows } = await connection.query<LoginRights>(READ_RIGHTS, [`engine_${role}`, login]);
  return rows[0]!;
}

/** Describes the excess and the remedy in one line; null if there is no excess. */
export function describeExcess({ login, excess }: LoginRights, role: ProcessRole): string | null {
  if (excess.length === 0) return null;
  return (
    `The login ${login} has more rights than engine_${role}: ${excess.join(', ')}. ` +
    `Give this process its own login: set ${role.toUpperCase()}_DATABASE_URL for npm run migrate, which creates it`
  );
}

/** A connection has rights other than it should. Callers treat the database as unreachable. */
export class LoginError extends Error {
  override readonly name = 'LoginError';
  /** SQLSTATE of "the server rejected the connection". */
  readonly code = '08004';
}
