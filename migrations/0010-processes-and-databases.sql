-- The identity of the database that the workers last recorded. A different identity means that a backup was restored or
-- that the database failed over. One row.
create table database_identities (
  id smallint,
  system_identifier text,
  timeline bigint,
  database_oid bigint not null,
  seen_at timestamptz not null,
  table_file bigint,
  primary key (id),
  constraint database_identities_id_check check (id = 1)
);

-- The identity of the database for which ids were last advanced. A database that replaces another one may not know
-- which ids the other one assigned. One row.
create table skipped_ids (
  id smallint,
  identity text not null,
  lost text,
  primary key (id),
  constraint skipped_ids_id_check check (id = 1)
);

-- The heartbeat of a running process, with the settings that must be the same in all processes.
create table processes (
  id uuid,
  role varchar(20) not null,
  host varchar(255) not null,
  pid integer not null,
  version varchar(50) not null,
  settings jsonb not null,
  started_at timestamptz default now() not null,
  redis_changed_at timestamptz,
  renewed_at timestamptz default now() not null,
  primary key (id),
  constraint processes_role_check check (role in ('ingress', 'worker', 'dashboard')),
  constraint processes_settings_check check (length(settings::text) <= 10000)
);

-- The declaración responsable of a version and its producer (Orden HAC/1177/2024, art. 15). Append-only.
create table responsible_declarations (
  version varchar(50),
  producer_nif varchar(9),
  producer_name varchar(120),
  signed_on date not null,
  text text not null,
  stored_at timestamptz default now() not null,
  primary key (version, producer_nif, producer_name)
);

-- Returns the values that distinguish a database from its copies. Some logins may not call pg_control_system(); the
-- other values are visible to all logins.
create function database_identity(out system_identifier text, out timeline bigint, out database_oid bigint, out table_file bigint)
language plpgsql stable as $$
begin
  if has_function_privilege('pg_control_system()', 'execute') then
    system_identifier := (select s.system_identifier::text from pg_control_system() s);
  end if;
  timeline := ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint;
  database_oid := (select d.oid::bigint from pg_database d where d.datname = current_database());
  table_file := pg_relation_filenode('database_identities')::bigint;
end $$;

create function end_process(process uuid) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.processes where id = process
$$;

create function is_known_database() returns boolean language sql stable
return exists (
  select from database_identities seen, database_identity() current
  where (seen.system_identifier, seen.timeline, seen.database_oid, seen.table_file)
        is not distinct from (current.system_identifier, current.timeline, current.database_oid, current.table_file));

-- Returns the last ids that sequences assigned, on a standby too. The caller needs no privileges on the tables.
create function last_given_ids() returns jsonb language sql stable security definer set search_path = pg_catalog, public, pg_temp
return (select coalesce(jsonb_object_agg(c.relname, pg_sequence_last_value(c.oid)), '{}')
        from pg_class c
        where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace and c.relname not like 'migrations%');

-- Lists sessions with locks that prevent writes to the tables of the engine, whether or not another session waits for
-- them now, and sessions with a transaction that has been idle or open for a long time.
create function list_held_sessions(least_idle_seconds double precision, least_transaction_seconds double precision)
returns table (kind text, pid integer, login name, application text, state text, transaction_since timestamptz, waited_for_since timestamptz,
               relation text, mode text, blocked integer, statement text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive waiting as materialized (
    select l.pid, l.waitstart, coalesce(l.relation, (select t.relation from pg_locks t where t.pid = l.pid and t.locktype = 'tuple' limit 1)) as relation, l.mode
    from pg_locks l
    where not l.granted
      and l.pid in (select s.pid from pg_stat_activity s where s.datid = (select d.oid from pg_database d where d.datname = current_database()))
    order by l.waitstart nulls last
    limit 100
  ), waits as materialized (
    select w.pid, b.pid as blocker from waiting w cross join lateral unnest(pg_blocking_pids(w.pid)) b (pid)
  ), held_up (blocker, pid) as (
    -- The first session of each chain of waits. A session that waits itself is not the cause.
    select w.blocker, w.pid from waits w where w.blocker not in (select o.pid from waiting o)
    union
    select h.blocker, w.pid from held_up h join waits w on w.blocker = h.pid
  ), blockers as (
    select h.blocker as pid, min(w.waitstart) as first_wait, (array_agg(w.relation order by w.waitstart))[1] as relation,
           (array_agg(w.mode order by w.waitstart))[1] as mode, count(distinct w.pid)::int as blocked
    from held_up h join waiting w on w.pid = h.pid
    group by h.blocker
  ), holders as (
    select l.pid, min(l.relation) as relation, max(l.mode) as mode
    from pg_locks l
    join pg_class c on c.oid = l.relation and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    where l.granted and l.locktype = 'relation' and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
      and l.pid not in (select o.pid from waiting o)
    group by l.pid
  ), found as (
    select case when b.pid is not null or h.pid is not null then 'blocking'
                when a.state like 'idle in transaction%' then 'idle' else 'long' end as kind,
           coalesce(a.pid, b.pid) as pid, a.usename, a.application_name, a.state, a.xact_start, b.first_wait,
           coalesce(h.relation, b.relation) as relation, coalesce(h.mode, b.mode) as mode, coalesce(b.blocked, 0) as blocked,
           case when a.query <> '<insufficient privilege>' then left(regexp_replace(regexp_replace(regexp_replace(a.query, '(''|"|\$[^0-9]|--|/\*).*$', '…'), '\m[0-9][0-9.]*', '#', 'g'), '\s+', ' ', 'g'), 120) end as statement
    from blockers b
    full join holders h on h.pid = b.pid
    full join (select s.* from pg_stat_activity s
               where s.datid = (select d.oid from pg_database d where d.datname = current_database()) and s.pid <> pg_backend_pid()) a
      on a.pid = coalesce(b.pid, h.pid)
    where b.pid is not null
       or h.pid is not null and a.pid is not null
       or a.backend_type = 'client backend'
          and (a.state like 'idle in transaction%' and a.state_change < clock_timestamp() - make_interval(secs => least_idle_seconds)
               or a.xact_start < clock_timestamp() - make_interval(secs => least_transaction_seconds))
  )
  select f.kind, f.pid, f.usename, f.application_name, f.state, f.xact_start, f.first_wait, f.relation::regclass::text, f.mode, f.blocked, f.statement
  from found f
  order by array_position('{blocking,idle,long}', f.kind), f.blocked desc, coalesce(f.xact_start, f.first_wait)
  limit 20
$$;

-- Inserts or renews the heartbeat of a process. The id is random and known only to the process. Rows that were not
-- renewed for ten minutes belong to dead processes and are deleted.
create function renew_process(process uuid, kind text, machine text, process_id integer, release text, tells jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.processes where renewed_at < now() - interval '10 minutes';
  insert into public.processes as p (id, role, host, pid, version, settings) values (process, kind, machine, process_id, release, tells)
  on conflict (id) do update
    set settings = excluded.settings, renewed_at = now(),
        redis_changed_at = case when p.settings -> 'redis' ->> 'key' <> excluded.settings -> 'redis' ->> 'key' then now() else p.redis_changed_at end
$$;

-- Advances all sequences of ids once for each database identity, beyond the ids that another database is known to have
-- assigned.
create function skip_lost_ids(loss text, given jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  current_identity text;
begin
  if pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then
    return false;
  end if;
  select i::text into current_identity from database_identity() i;
  if exists (select from skipped_ids where identity = current_identity and (loss is null or lost is not distinct from loss)) then
    return false;
  end if;
  perform pg_advisory_xact_lock(7265374103);
  if exists (select from skipped_ids where identity = current_identity and (loss is null or lost is not distinct from loss)) then
    return false;
  end if;
  perform setval(s.seqrelid::regclass,
                 greatest(coalesce(pg_sequence_last_value(s.seqrelid::regclass), 0), coalesce((given ->> c.relname)::bigint, 0)) + 1000000)
  from pg_sequence s
  join pg_class c on c.oid = s.seqrelid
  where c.relnamespace = 'public'::regnamespace and c.relname not like 'migrations%';
  insert into skipped_ids (id, identity, lost) values (1, current_identity, loss)
  on conflict (id) do update set identity = excluded.identity, lost = coalesce(excluded.lost, skipped_ids.lost);
  return true;
end $$;

-- Returns the lineage of the database: its identity as one text, which is the same for all roles.
create function database_lineage() returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp
return (select concat_ws('-', i.system_identifier, i.timeline, i.database_oid) from database_identity() i);

-- Returns whether this is the database recorded by the workers and the active one according to Redis. Workers check
-- this before they issue or send anything.
create function is_database_in_use(in_use text) returns boolean language sql stable
return is_known_database() and (in_use is null or in_use = database_lineage());

create function skip_lost_ids(loss text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return skip_lost_ids(loss, null);
end $$;

-- The same if no ids of another database are known. Every process may call it.
create function skip_lost_ids() returns boolean language sql security definer set search_path = pg_catalog, public, pg_temp
return skip_lost_ids(null);

create trigger responsible_declarations_refuse_delete before delete or truncate on responsible_declarations for each statement
  execute function refuse_change();
create trigger responsible_declarations_refuse_update before update on responsible_declarations for each statement
  execute function refuse_change();

insert into skipped_ids (id, identity) select 1, i::text from database_identity() i;
