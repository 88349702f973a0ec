-- The roles that hold the privileges of processes and functions. None of them can log in: `npm run migrate` grants each
-- login the role of its kind of process. The roles of functions (engine_acts, engine_monitor, engine_render_batches,
-- engine_registrar, engine_sessions) are granted to no login. Roles belong to the whole server. They may already exist
-- for another database, which may be migrating at the same time.
do $$
declare
  role text;
begin
  foreach role in array array[
    'engine_acts', 'engine_dashboard', 'engine_ingress', 'engine_monitor', 'engine_operator', 'engine_render_batches',
    'engine_reader', 'engine_registrar', 'engine_retention', 'engine_sessions', 'engine_worker']
  loop
    for attempt in 1..100 loop
      begin
        if not exists (select from pg_roles where rolname = role) then
          execute format('create role %I nologin', role);
        end if;
        begin
          execute format('set local role %I', role);
          reset role;
        exception when insufficient_privilege then
          execute format('grant %I to %I', role, current_user);
        end;
        exit;
      exception
        -- Another migration does the same; "tuple concurrently updated" has no code of its own.
        when duplicate_object or unique_violation or internal_error then
          if attempt = 100 then
            raise exception 'The role % could not be made ready', role;
          end if;
          perform pg_sleep(0.05);
        when insufficient_privilege then
          raise exception using errcode = 'insufficient_privilege', message = format(
            'The user %1$I may neither create nor take the role %2$s. Someone who may must run: '
            'create role %2$s nologin; grant %2$s to %1$I;', current_user, role);
      end;
    end loop;
  end loop;
end $$;

revoke all on schema public from public;
grant usage on schema public to engine_acts, engine_dashboard, engine_ingress, engine_monitor, engine_operator, engine_render_batches, engine_reader, engine_registrar, engine_retention, engine_sessions, engine_worker;
create schema partitions;
revoke all on schema partitions from public;

alter default privileges in schema public grant select on tables to engine_reader;
alter default privileges in schema public grant select on sequences to engine_reader;
alter default privileges revoke execute on functions from public;

-- Returns the organizations whose rows the transaction may see, from the setting engine.organizations. Policies call it
-- inside a subquery, so that it runs once per statement and not once per row. They compare it with
-- `organization_id + 0`: with the bare column, PostgreSQL would look rows up by organization instead of by key while a
-- table has no statistics.
create function current_organizations() returns bigint[] language sql stable parallel safe
return string_to_array(current_setting('engine.organizations', true), ',')::bigint[];

-- Refuses any change to immutable rows. Triggers refuse statements of every role that would change or delete issued
-- data, move a state back or break a chain. New rows of the large tables are checked once per statement and not by a
-- foreign key per row (ops/adr/0003). Each lookup of these checks is `lateral … limit 1`, which always uses the primary
-- key: while a table has no statistics, PostgreSQL plans a plain join as a scan of the whole table.
create function refuse_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception '% on % is refused: its rows are immutable', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;

-- Requires an act in operator_acts in the same transaction. The first argument names the column with the id of the
-- act's object; the other arguments are the allowed acts.
create function require_act() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from operator_acts a
    where a.act = any (tg_argv[1:]) and a.subject_id = (to_jsonb(new) ->> tg_argv[0])::bigint
      and a.xmin = pg_current_xact_id()::xid)
  then
    raise exception 'an operator''s change of % must be recorded in operator_acts in the same transaction', tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

-- Requires that the act of erasing was recorded earlier in the same transaction.
create function require_erasing_act() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from operator_acts where act = 'retention.erase' and xmin = pg_current_xact_id()::xid) then
    raise exception 'erasing from % must be recorded in operator_acts before, in the same transaction', tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

-- Requires an act in operator_acts in the same transaction for every webhook endpoint whose deliveries an operator
-- changes.
create function require_replay_act() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from changed d where not exists (
      select from operator_acts a
      where a.act in ('webhook.enable', 'webhook.remove', 'webhook.replay') and a.subject_id = d.endpoint_id
        and a.xmin = pg_current_xact_id()::xid))
  then
    raise exception 'an operator''s change of % must be recorded in operator_acts in the same transaction', tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
