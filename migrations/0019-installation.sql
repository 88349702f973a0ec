-- The mark of the installation: what its processes write to Redis belongs to it, and a process of another installation leaves that alone. A backup
-- contains the mark, and a standby and a copy of the database have it, so that a database that replaces this one continues with the same Redis. One row.
create table installations (
  id smallint,
  mark uuid not null,
  primary key (id),
  constraint installations_id_check check (id = 1)
);
insert into installations (id, mark) values (1, gen_random_uuid());

-- A right to columns does not include locks of the table.
grant select (id, mark) on installations to engine_dashboard, engine_ingress, engine_operator, engine_worker;
grant select on installations to engine_reader;
-- The operations page and `npm run engine -- status` compare the lineage of their database with the active one.
grant execute on function database_lineage() to engine_reader;

-- Sends the next message of a chain earlier, as before. A lease that ends more than a day ahead was stored while the clock was ahead, and counts as over.
create or replace function hasten_remission(chain bigint) returns timestamptz language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  held record;
  moment timestamptz;
  last_end timestamptz;
  earliest timestamptz;
begin
  select m.next_allowed_at, m.sending_until, m.wait_seconds, m.excessive_wait_seconds into held
  from public.remissions m
  where m.chain_id = chain and m.halted_at is null and m.compare_since is null
  for no key update of m;
  moment := date_trunc('milliseconds', clock_timestamp());
  if not found or held.sending_until > moment and held.sending_until < moment + interval '1 day' then
    return null;
  end if;
  select a.ended_at into last_end from public.submission_attempts a where a.chain_id = chain order by a.attempt desc limit 1;
  earliest := greatest(moment, least(moment, coalesce(held.sending_until, last_end, moment - interval '1 day'))
    + make_interval(secs => case when held.excessive_wait_seconds is null then held.wait_seconds else least(held.wait_seconds, 60) end));
  if held.next_allowed_at is null or held.next_allowed_at <= earliest + interval '1 second' then
    return null;
  end if;
  update public.remissions m set next_allowed_at = earliest where m.chain_id = chain;
  return earliest;
end $$;
