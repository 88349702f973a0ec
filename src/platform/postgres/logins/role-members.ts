import { escapeIdentifier, type PoolClient } from 'pg';
import { LoginFault, type ProcessLogin } from './logins.ts';
import { nameLoginVariable, PROCESS_ROLES, type ProcessRole } from './process-roles.ts';

/*
 * The members of the processes' roles. Roles belong to the whole server: a login that no setting
 * here names may belong to another installation, so its roles are reported and not revoked.
 */

/** A login's membership in a role of the engine. */
export type Membership = {
  readonly login: string;
  readonly role: ProcessRole;
  /**
   * The role that granted it; null before PostgreSQL 16, where a revoke need not name the grantor.
   */
  readonly grantor: string | null;
  /** Whether it has a session on the server now. */
  readonly isConnected: boolean;
};

/** Superusers are excluded, because they need no role. */
const READ_MEMBERS = `
  select m.rolname as login, substr(r.rolname, length('engine_') + 1) as role,
    case when current_setting('server_version_num')::int >= 160000 then g.rolname end as grantor,
    exists (select from pg_stat_activity s where s.usename = m.rolname) as "isConnected"
  from pg_auth_members a
  join pg_roles r on r.oid = a.roleid
  join pg_roles m on m.oid = a.member
  left join pg_roles g on g.oid = a.grantor
  where r.rolname = any ($1) and not m.rolsuper
  order by m.rolname, r.rolname, g.rolname`;

/**
 * Lists the direct memberships in the processes' roles on the whole server, by login and role.
 * Superusers are left out. From PostgreSQL 16 on, there is one entry for each grantor.
 */
export async function readMembers(client: PoolClient): Promise<Membership[]> {
  const roles = PROCESS_ROLES.map((role) => `engine_${role}`);
  const { rows } = await client.query<Membership>(READ_MEMBERS, [roles]);
  return rows;
}

/**
 * Finds roles that the configured logins have and must not have; they are revoked.
 * @returns a line for each login that loses roles.
 * @throws LoginFault if the role is that of another setting, because two addresses may have been
 *   swapped.
 */
export function listLosses(members: readonly Membership[], logins: readonly ProcessLogin[]): string[] {
  return logins.flatMap(({ role, name }) => {
    const others = members.filter((member) => member.login === name && member.role !== role);
    if (others.length === 0) return [];
    const variable = nameLoginVariable(role);
    const taken = listRoles(others).join(', ');
    const set = PROCESS_ROLES.filter((kind) => others.some((member) => member.role === kind)).filter((kind) =>
      logins.some((login) => login.role === kind),
    );
    if (set.length > 0)
      throw new LoginFault(
        `${variable} names the login ${name}, which currently has ${taken}, but ${set.map(nameLoginVariable).join(', ')} ${set.length === 1 ? 'names' : 'name'} another login for that. Check whether the two were swapped. If this is intended, first run: ${buildRevokes(name, others)}`,
      );
    return [`The login ${name} of ${variable} loses ${taken}, because it now belongs to engine_${role} only`];
  });
}

/**
 * Returns a line for each login that may take a role of the engine and is not among the known ones.
 * Logins with an open session are left out: they serve a process of this installation or of
 * another.
 */
export function describeUnknownMembers(members: readonly Membership[], known: ReadonlySet<string>): string[] {
  const strange = Map.groupBy(
    members.filter(({ login, isConnected }) => !known.has(login) && !isConnected),
    ({ login }) => login,
  );
  return [...strange].map(
    ([login, theirs]) =>
      `The login ${login} may take ${listRoles(theirs).join(', ')}, but no <KIND>_DATABASE_URL names it for that. If it is not needed: ${buildRevokes(login, theirs)}`,
  );
}

function listRoles(members: readonly Membership[]): string[] {
  return [...new Set(members.map(({ role }) => `engine_${role}`))];
}

/** A role can be revoked only as its grantor granted it. */
function buildRevokes(login: string, members: readonly Membership[]): string {
  const byGrantor = Map.groupBy(members, ({ grantor }) => grantor);
  const statements = [...byGrantor].map(([grantor, given]) => {
    const by = grantor === null ? '' : ` granted by ${escapeIdentifier(grantor)}`;
    return `revoke ${listRoles(given).join(', ')} from ${escapeIdentifier(login)}${by};`;
  });
  return statements.join(' ');
}
