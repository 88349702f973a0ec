import { escapeIdentifier, escapeLiteral, type PoolClient } from 'pg';
import { firstAddress } from '../../../contracts/server-addresses.ts';
import { listDefaults } from './login-limits.ts';
import { readLoginRights } from './login-rights.ts';
import { RESTRICT_FUNCTIONS } from './restrict-functions.ts';
import { FUNCTION_OWNERS, PROCESS_ROLES, type ProcessRole } from './process-roles.ts';
import { buildScramVerifier } from './scram.ts';

/*
 * What belongs to the server or to the database as a whole, and so to no migration: logins, and what everybody may do who can connect. Done
 * again at every `npm run migrate`.
 */

/** An address whose login a process of this kind uses. */
export type ProcessLogin = { readonly role: ProcessRole; readonly name: string; readonly password: string };

/** A login of the settings that cannot be made as it is asked for; its message is one line that says what must be done instead. */
export class LoginFault extends Error {
  override readonly name = 'LoginFault';
}

/** Reads the login of an address. @param variable that holds it, for the error. */
export function readLogin(role: ProcessRole, url: string, variable: string): ProcessLogin {
  const { username, password } = new URL(firstAddress(url));
  const login = { role, name: decodeURIComponent(username), password: decodeURIComponent(password) };
  if (login.name === '') throw new LoginFault(`${variable} names no login`);
  if (!/^[\u0020-\u007E]*$/.test(login.password))
    throw new LoginFault(`The password in ${variable} must be of ASCII characters`);
  return login;
}

/** Several databases of the server may do the same now; "tuple concurrently updated" has no code of its own. */
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
    raise exception 'The roles of the server are being changed by somebody else all the time';
  end $$`;

/** A membership that counts only where the role is taken. Before PostgreSQL 16 that was a property of the member. */
const grantRole = (role: string, login: string) =>
  `if current_setting('server_version_num')::int >= 160000
   then execute ${escapeLiteral(`grant ${role} to ${login} with inherit false, set true`)};
   else execute ${escapeLiteral(`grant ${role} to ${login}`)}; end if;`;

/** The owner may take the processes' roles, but has none of their rights until it does: row-level security is for the owner too. */
export async function parkOwner(client: PoolClient, owner: string): Promise<void> {
  const name = escapeIdentifier(owner);
  const roles = [...PROCESS_ROLES.map((role) => `engine_${role}`), ...FUNCTION_OWNERS];
  await client.query(
    untilAlone(`
      if not (select rolsuper from pg_roles where rolname = ${escapeLiteral(owner)}) then
        begin
          ${roles.map((role) => grantRole(role, name)).join('\n')}
        -- The grants are somebody else's: so is the decision.
        exception when insufficient_privilege then null;
        end;
      end if;`),
  );
}

/** Makes or mends the login of a process: a password, its role, and nothing else. @throws LoginFault, or an error of PostgreSQL that says what must be done instead. */
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
        -- Somebody else's, and as it must be.
        if coalesce((select pg_has_role(oid, ${escapeLiteral(role)}, 'member') from pg_roles where rolname = ${text}), false)
        then return; end if;
        raise exception using errcode = 'insufficient_privilege', message = format(
          'The user %I may not make the login of ${role}. Someone who may must run: '
          'create role %I login noinherit password ''…''; grant ${role} to %I;', current_user, ${text}, ${text});
      end;`),
  );
  const { excess } = await readLoginRights(client, login.role, login.name);
  if (excess.length > 0)
    throw new LoginFault(
      `The login ${login.name} may do more than ${role}: ${excess.join(', ')}. Take another`,
    );
}

/** Lets one login that exists take every process's role. */
export async function shareRoles(client: PoolClient, login: string): Promise<void> {
  const roles = PROCESS_ROLES.map((role) => `engine_${role}`).join(', ');
  await client.query(untilAlone(`grant ${roles} to ${escapeIdentifier(login)};`));
}

/** What a login needs of the database as a whole. */
export async function letConnect(client: PoolClient, names: readonly string[]): Promise<void> {
  const database = await nameDatabase(client);
  for (const name of names)
    await client.query(`grant connect on database ${database} to ${escapeIdentifier(name)}`);
}

/**
 * Takes away what everybody has who can connect, as far as the migrating user may: temporary tables, and where it is a superuser large
 * objects and locks that are only names.
 * @param closed whether nobody may connect but who was let in.
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

/** When transactions of other logins began, and what they run (migrations/0010-processes-and-databases.sql). Whoever may not grant it leaves that to somebody who may: `npm run engine -- doctor` says so. */
const LET_MONITOR_SEE = untilAlone(`
  begin
    if not pg_has_role('engine_monitor', 'pg_read_all_stats', 'member') then
      grant pg_read_all_stats to engine_monitor;
    end if;
  exception when insufficient_privilege then null;
  end;`);

/** Locks that are only names: noting which database this is takes one. */
const LET_WORKERS_LOCK = `
  do $$
  begin
    if has_function_privilege('pg_advisory_xact_lock(bigint)', 'execute with grant option') then
      grant execute on function pg_advisory_xact_lock(bigint) to engine_worker;
    end if;
  end $$`;
