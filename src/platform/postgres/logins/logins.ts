import { escapeIdentifier, escapeLiteral, type PoolClient } from 'pg';
import { firstAddress } from '../../addresses/server-addresses.ts';
import { listDefaults } from './login-limits.ts';
import { readLoginRights } from './login-rights.ts';
import { RESTRICT_FUNCTIONS } from './restrict-functions.ts';
import { ENGINE_ROLES, PROCESS_ROLES, type ProcessRole } from './process-roles.ts';
import { buildScramVerifier } from './scram.ts';

/*
 * Settings that apply to the server or to the whole database and therefore belong to no migration:
 * logins, and the rights of PUBLIC. Every `npm run migrate` applies them again.
 */

/** The login of one kind of process, read from an address. */
export type ProcessLogin = { readonly role: ProcessRole; readonly name: string; readonly password: string };

/** A configured login cannot be created as requested. The message is one line with the remedy. */
export class LoginFault extends Error {
  override readonly name = 'LoginFault';
}

/**
 * Reads the login of an address.
 * @param variable the setting that holds the address, named in the error.
 * @throws LoginFault if the address names no login or the password is not printable ASCII.
 */
export function readLogin(role: ProcessRole, url: string, variable: string): ProcessLogin {
  const { username, password } = new URL(firstAddress(url));
  const login = { role, name: decodeURIComponent(username), password: decodeURIComponent(password) };
  if (login.name === '') throw new LoginFault(`${variable} does not name a login`);
  if (!/^[\u0020-\u007E]*$/.test(login.password))
    throw new LoginFault(`The password in ${variable} must consist of ASCII characters`);
  return login;
}

/**
 * Repeats statements until no other session changes the same roles, since several databases of the
 * server may be migrated at once. "tuple concurrently updated" has no SQLSTATE of its own.
 */
const untilAlone = (statements: string) => `
  do $$
  begin
    for attempt in 1..100 loop
      begin
        ${statements}
        return;
      exception when duplicate_object or unique_violation or internal_error then perform pg_sleep(0.05);
      end;
    end loop;
    raise exception 'Other sessions keep changing the roles of the server: run npm run migrate again later';
  end $$`;

/**
 * Grants a membership that has effect only after `set role`. Before PostgreSQL 16 this is a
 * property of the member.
 */
const grantRole = (role: string, login: string) =>
  `if current_setting('server_version_num')::int >= 160000
   then execute ${escapeLiteral(`grant ${role} to ${login} with inherit false, set true`)};
   else execute ${escapeLiteral(`grant ${role} to ${login}`)}; end if;`;

/**
 * Allows the owner to take the processes' roles. Until it does it has none of their rights, because
 * row-level security applies to the owner too.
 */
export async function grantRolesToOwner(client: PoolClient, owner: string): Promise<void> {
  const name = escapeIdentifier(owner);
  await client.query(
    untilAlone(`
      if not (select rolsuper from pg_roles where rolname = ${escapeLiteral(owner)}) then
        begin
          ${ENGINE_ROLES.map((role) => grantRole(role, name)).join('\n')}
        -- Another role granted them, so its administrator decides.
        exception when insufficient_privilege then null;
        end;
      end if;`),
  );
}

/**
 * Creates or updates the login of a process, with a password and its role only.
 * @throws LoginFault, or a PostgreSQL error that names the remedy.
 */
export async function ensureLogin(client: PoolClient, login: ProcessLogin): Promise<void> {
  const name = escapeIdentifier(login.name);
  const text = escapeLiteral(login.name);
  const role = `engine_${login.role}`;
  const others = PROCESS_ROLES.filter((other) => other !== login.role).map((other) => `engine_${other}`);
  const password =
    login.password === '' ? '' : ` password ${escapeLiteral(buildScramVerifier(login.password))}`;
  await client.query(
    untilAlone(`
      begin
        if not exists (select from pg_roles where rolname = ${text}) then
          create role ${name} login noinherit;
        end if;
        alter role ${name} login noinherit${password};
        alter role ${name} reset all;
        ${listDefaults(login.name, login.role).join('\n        ')}
        ${grantRole(role, name)}
        execute ${escapeLiteral(`revoke ${others.join(', ')} from ${name}`)};
      exception when insufficient_privilege then
        -- An administrator owns the login. Nothing is left to do if it is already a member of the role.
        if coalesce((select pg_has_role(oid, ${escapeLiteral(role)}, 'member') from pg_roles where rolname = ${text}), false)
        then return; end if;
        raise exception using errcode = 'insufficient_privilege', message = format(
          'The user %I does not have the right to create the login of ${role}. An administrator must run: '
          'create role %I login noinherit password ''…''; grant ${role} to %I;', current_user, ${text}, ${text});
      end;`),
  );
  const { excess } = await readLoginRights(client, login.role, login.name);
  if (excess.length > 0)
    throw new LoginFault(
      `The login ${login.name} has more rights than ${role}: ${excess.join(', ')}. Use another login`,
    );
}

/** Allows one existing login to take every process's role. */
export async function shareRoles(client: PoolClient, login: string): Promise<void> {
  const roles = PROCESS_ROLES.map((role) => `engine_${role}`).join(', ');
  await client.query(untilAlone(`grant ${roles} to ${escapeIdentifier(login)};`));
}

/** Grants logins the right to connect to the database. */
export async function letConnect(client: PoolClient, names: readonly string[]): Promise<void> {
  const database = await nameDatabase(client);
  for (const name of names)
    await client.query(`grant connect on database ${database} to ${escapeIdentifier(name)}`);
}

/**
 * Revokes rights of PUBLIC as far as the migrating user may: temporary tables and, as a superuser,
 * large objects and advisory locks.
 * @param closed whether only logins with an explicit grant may connect.
 */
export async function restrictEverybody(client: PoolClient, closed: boolean): Promise<void> {
  const database = await nameDatabase(client);
  await client.query(`revoke temporary${closed ? ', connect' : ''} on database ${database} from public`);
  await client.query(RESTRICT_FUNCTIONS);
  await client.query(LET_WORKERS_LOCK);
  await client.query(LET_MONITOR_SEE);
}

async function nameDatabase(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return escapeIdentifier(rows[0]!.name);
}

/**
 * Allows the monitor to see when transactions of other logins began and what they run
 * (migrations/0010-processes-and-databases.sql). If the migrating user may not grant this,
 * `npm run engine -- doctor` reports that an administrator must.
 */
const LET_MONITOR_SEE = untilAlone(`
  begin
    if not pg_has_role('engine_monitor', 'pg_read_all_stats', 'member') then
      grant pg_read_all_stats to engine_monitor;
    end if;
  exception when insufficient_privilege then null;
  end;`);

/** Allows workers to take advisory locks, which storing the identity of the database requires. */
const LET_WORKERS_LOCK = `
  do $$
  begin
    if has_function_privilege('pg_advisory_xact_lock(bigint)', 'execute with grant option') then
      grant execute on function pg_advisory_xact_lock(bigint) to engine_worker;
    end if;
  end $$`;
