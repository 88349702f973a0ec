import { FUNCTION_OWNERS, type ProcessRole } from '../../../../src/platform/postgres/logins/process-roles.ts';

/*
 * Statements of an attacker who can run any statement in a process. The login of a process must not
 * be able to run any of them.
 */

export type Target = {
  readonly role: ProcessRole;
  /** Logins of the attacker, of the owner and of another process. */
  readonly login: string;
  readonly owner: string;
  readonly otherLogin: string;
  readonly otherRoles: readonly string[];
  readonly database: string;
  /** Backends of the owner and of another process. */
  readonly ownerPid: number;
  readonly otherPid: number;
  readonly tables: readonly string[];
};

/** Statements that PostgreSQL runs only outside a transaction. */
export const ALONE = /^(create database|drop database|alter system|create tablespace|create subscription)/;

export function listAttacks(target: Target): string[] {
  return [
    ...becomeSomebody(target),
    ...reachTheServer(target),
    ...makeObjects(target),
    ...touchTables(target),
  ];
}

function becomeSomebody({ login, owner, otherLogin, otherRoles, role }: Target): string[] {
  const others = [...otherRoles, owner, otherLogin, 'postgres', ...FUNCTION_OWNERS, 'pg_read_all_data'];
  return [
    ...others.flatMap((name) => [`set role ${name}`, `set session authorization ${name}`]),
    ...['pg_execute_server_program', 'pg_write_server_files', 'pg_monitor', 'pg_signal_backend'].map(
      (name) => `set role ${name}`,
    ),
    ...others.map((name) => `grant ${name} to ${login}`),
    `grant engine_${role} to ${otherLogin}`,
    ...['superuser', 'createrole', 'createdb', 'replication', 'bypassrls'].map(
      (can) => `alter role ${login} ${can}`,
    ),
    `alter role ${owner} password 'x'`,
    `alter role ${otherLogin} password 'x'`,
    `alter role ${otherLogin} set search_path = x`,
    `alter role engine_${role} login`,
    'alter role all set search_path = x',
    'create role x',
    `drop role ${otherLogin}`,
    `drop owned by ${owner}`,
    `reassign owned by ${owner} to ${login}`,
  ];
}

function reachTheServer({ database, ownerPid, otherPid }: Target): string[] {
  return [
    `copy (select 1) to program 'true'`,
    `copy (select 1) to '/tmp/x'`,
    `select pg_read_file('/etc/passwd')`,
    `select pg_read_binary_file('PG_VERSION')`,
    `select pg_ls_dir('.')`,
    `select pg_stat_file('PG_VERSION')`,
    'select pg_ls_logdir()',
    `select lo_import('/etc/passwd')`,
    'select lo_create(0)',
    'select lo_creat(-1)',
    `select lo_from_bytea(0, 'x')`,
    'select lo_unlink(1)',
    `select rolpassword from pg_authid`,
    'select passwd from pg_shadow',
    'select * from pg_hba_file_rules',
    'select * from pg_largeobject',
    `select pg_terminate_backend(${ownerPid})`,
    `select pg_terminate_backend(${otherPid})`,
    `select pg_cancel_backend(${otherPid})`,
    'select pg_reload_conf()',
    'select pg_switch_wal()',
    'select pg_promote()',
    `select pg_create_physical_replication_slot('x')`,
    `select pg_logical_emit_message(false, 'x', 'x') from pg_replication_origin_create('x')`,
    'select pg_stat_reset()',
    'checkpoint',
    `alter system set archive_command = 'x'`,
    `alter database ${database} set search_path = x`,
    `alter database ${database} owner to current_user`,
    `create database x`,
    `drop database ${database}`,
    `create tablespace x location '/tmp'`,
    'create publication x',
    `create subscription x connection 'host=127.0.0.1' publication x`,
    `load '/tmp/x.so'`,
    'create extension dblink schema public',
    'create extension file_fdw schema public',
    'create foreign data wrapper x',
    'create language x handler plpgsql_call_handler',
    'create event trigger x on ddl_command_start execute function x()',
    'set session_replication_role = replica',
    `set log_statement = 'none'`,
    `set session_preload_libraries = 'x'`,
    `select set_config('log_min_messages', 'panic', false)`,
    'select pg_advisory_lock(7265374101)',
    'select pg_try_advisory_lock(1)',
    'select pg_advisory_lock_shared(1)',
    'select pg_advisory_xact_lock(1, 2)',
    'select pg_try_advisory_xact_lock(1)',
    'select pg_advisory_xact_lock(7265374102)',
  ];
}

function makeObjects({ login }: Target): string[] {
  const body = `returns int language sql security definer as 'select 1'`;
  return [
    'create table public.x ()',
    'create temporary table batches (id int)',
    'create temporary sequence x',
    'create temporary view sessions as select 1',
    'create view public.x as select 1',
    'create materialized view public.x as select 1',
    'create sequence public.x',
    'create type public.x as enum ()',
    'create domain public.x as int',
    `create function public.x() ${body}`,
    `create function pg_temp.x() ${body}`,
    `create function pg_catalog.x() ${body}`,
    `create or replace function public.current_organizations() returns bigint[] language sql as 'select null::bigint[]'`,
    'drop function public.current_organizations()',
    'alter function public.find_session(bytea, timestamptz) reset search_path',
    'alter function public.find_session(bytea, timestamptz) security invoker',
    `alter function public.find_session(bytea, timestamptz) owner to ${login}`,
    'grant execute on function public.create_session(bytea, bytea, timestamptz, timestamptz) to public',
    'create schema x',
    'alter schema public rename to x',
    'grant create on schema public to public',
    `alter default privileges for role engine_sessions grant all on tables to public`,
    'create operator public.=== (leftarg = int, rightarg = int, function = int4eq)',
    'create cast (text as int) without function',
    'create statistics public.x on id, organization_id from public.batches',
  ];
}

function touchTables({ tables }: Target): string[] {
  return tables.flatMap((table) => [
    `alter table public.${table} disable row level security`,
    `alter table public.${table} no force row level security`,
    `alter table public.${table} disable trigger all`,
    `alter table public.${table} disable trigger user`,
    `alter table public.${table} add column x int`,
    `alter table public.${table} owner to current_user`,
    `create policy x on public.${table} using (true)`,
    `create trigger x before insert on public.${table} execute function suppress_redundant_updates_trigger()`,
    `create rule x as on insert to public.${table} do instead nothing`,
    `create index on public.${table} ((1))`,
    `grant all on public.${table} to public`,
    `copy public.${table} from program 'true'`,
    `copy public.${table} from '/etc/passwd'`,
    `truncate public.${table}`,
    `drop table public.${table}`,
    `delete from public.${table}`,
    `lock table public.${table} in access exclusive mode`,
    `vacuum full public.${table}`,
  ]);
}
