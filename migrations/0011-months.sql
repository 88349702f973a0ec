-- A month with the first ids that belong to it, and whether its partitions are archived.
create table months (
  month date,
  first_batch_id bigint not null,
  first_render_batch_id bigint not null,
  began_at timestamptz not null,
  archived_at timestamptz,
  restored_at timestamptz,
  manifest_sha256 bytea,
  primary key (month),
  constraint months_archived_check check ((archived_at is null) = (manifest_sha256 is null) and (restored_at is null or archived_at is not
    null)),
  constraint months_manifest_sha256_check check (length(manifest_sha256) = 32),
  constraint months_month_check check (extract(day from month) = 1)
);

-- An archived range of consecutive records of a chain: the huella before the range and the huella at its end.
create table month_anchors (
  month date,
  organization_id bigint not null,
  chain_id bigint,
  first_sequence bigint,
  last_sequence bigint not null,
  hash_before varchar(64),
  last_hash varchar(64) not null,
  primary key (month, chain_id, first_sequence),
  constraint month_anchors_chain_id_foreign foreign key (chain_id) references chains(id),
  constraint month_anchors_sequence_check check (first_sequence >= 1 and last_sequence >= first_sequence)
);

create function guard_month() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.month, new.first_batch_id, new.first_render_batch_id, new.began_at) is distinct from (old.month, old.first_batch_id, old.first_render_batch_id, old.began_at)
     or (old.archived_at is not null and (new.archived_at, new.manifest_sha256) is distinct from (old.archived_at, old.manifest_sha256))
  then
    raise exception 'month %: its beginning and its archiving are recorded only once', old.month using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function make_partition_apart(partitioned text, first bigint) returns text language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  made text := partitioned || '_' || first;
begin
  execute format('create table partitions.%I (like public.%I including constraints including indexes including storage)', made, partitioned);
  execute format('alter table partitions.%I enable row level security', made);
  execute format('alter table partitions.%I force row level security', made);
  execute format('create trigger refuse_delete before delete or truncate on partitions.%I for each statement execute function refuse_change()', made);
  return made;
end $$;

create function archived_months() returns table (month date, first_batch bigint, end_batch bigint, first_render_batch bigint, finish_render_batch bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select m.month, m.first_batch_id, m.end_batch, m.first_render_batch_id, m.finish_render_batch
  from (select n.*, lead(n.first_batch_id) over (order by n.month) as end_batch, lead(n.first_render_batch_id) over (order by n.month) as finish_render_batch
        from months n) m
  where m.archived_at is not null and m.restored_at is null $$;

create function partition_after(partitioned regclass, id bigint) returns bigint
  language sql stable set search_path = pg_catalog, pg_temp
return (select min(b.began)
        from (select substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \(''([0-9]+)''\)')::bigint as began
              from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = partitioned) b
        where b.began > id);

-- Returns the id at which the last partition of a table ends.
create function partitions_end(partitioned regclass) returns bigint language sql stable set search_path = pg_catalog, pg_temp
return (select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9]+)''\)')::bigint)
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = partitioned);

create function first_id_of_next_month(sequence regclass, partitioned regclass, month_began bigint) returns bigint language sql
set search_path = pg_catalog, public, pg_temp
return case when coalesce(pg_sequence_last_value(sequence), 0) < month_began then month_began
            else partition_after(partitioned, pg_sequence_last_value(sequence)) end;

create function make_partition(partitioned text, first bigint, until bigint) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('alter table public.%I attach partition partitions.%I for values from (%s) to (%s)',
                 partitioned, make_partition_apart(partitioned, first), first, until);
end $$;

-- Creates partitions in advance. Workers call it every ten seconds. It ensures room for as many ids as the last
-- partition has, and a complete partition for the next month. The size of a partition is between a tenth of and all the
-- ids that the month has used, so that a month has a few partitions and never hundreds. The function locks the tables
-- of only one sequence per call, because locking both could cause a deadlock.
create function make_partitions() returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
declare
  kind record;
  last bigint;
  size bigint;
  until bigint;
  made boolean := false;
begin
  if pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then
    return false;
  end if;
  for kind in
    select * from (values ('batches_id_seq'::regclass, array['document_blocks', 'record_blocks'], (select max(first_batch_id) from months)),
                          ('render_batches_id_seq', array['render_batches'], (select max(first_render_batch_id) from months))) k (sequence, tables, month_began)
  loop
    last := pg_sequence_last_value(kind.sequence);
    size := greatest(100000, (10 ^ floor(log(greatest(last - kind.month_began, 1)::numeric)))::bigint);
    continue when last is null
      or (partitions_end(kind.tables[1]::regclass) >= last + size and partition_after(kind.tables[1]::regclass, last) is not null);
    perform pg_advisory_xact_lock(7265374104);
    loop
      until := partitions_end(kind.tables[1]::regclass);
      exit when until >= last + size and partition_after(kind.tables[1]::regclass, last) is not null;
      -- After ids were advanced (skip_lost_ids), one partition covers all skipped ids.
      perform make_partition(t, until, until + size * greatest(1, ceil((last + 1 - until)::numeric / size)::bigint)) from unnest(kind.tables) t;
      made := true;
    end loop;
    exit when made;
  end loop;
  return made;
end $$;

-- Begins a month. Its ids begin at the first partition without rows, which must already exist. Transactions that take
-- an id wait in the meantime, and transactions that took one before have ended by then.
create function begin_month(today date) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
declare
  begun date := date_trunc('month', today)::date;
  newest months;
  first_batch bigint;
  first_render_batch bigint;
begin
  if pg_is_in_recovery() or current_setting('transaction_read_only')::boolean or begun <= (select max(month) from months) then
    return false;
  end if;
  perform pg_advisory_xact_lock(7265374104);
  select * into newest from months order by month desc limit 1;
  if begun <= newest.month then
    return false;
  end if;
  -- ALTER SEQUENCE locks the sequence: concurrent calls of nextval wait until the transaction ends.
  alter sequence batches_id_seq no cycle;
  alter sequence render_batches_id_seq no cycle;
  first_batch := first_id_of_next_month('batches_id_seq', 'document_blocks', newest.first_batch_id);
  first_render_batch := first_id_of_next_month('render_batches_id_seq', 'render_batches', newest.first_render_batch_id);
  if first_batch is null or first_render_batch is null then
    return false;
  end if;
  if first_batch > newest.first_batch_id then
    perform setval('batches_id_seq', first_batch - 1);
  end if;
  if first_render_batch > newest.first_render_batch_id then
    perform setval('render_batches_id_seq', first_render_batch - 1);
  end if;
  insert into months (month, first_batch_id, first_render_batch_id, began_at) values (begun, first_batch, first_render_batch, now());
  return true;
end $$;

create trigger month_anchors_refuse_delete before delete or truncate on month_anchors for each statement
  execute function refuse_change();
create trigger month_anchors_refuse_update before update on month_anchors for each statement execute function refuse_change();

create trigger months_guard before update on months for each row execute function guard_month();
create trigger months_refuse_delete before delete or truncate on months for each statement execute function refuse_change();

-- The first partitions, which are used until `begin_month` begins another month. They are empty. PostgreSQL reads them
-- for their foreign keys with the privileges of the owner, to whom row-level security applies.
set local row_security = on;
do $$
declare
  partitioned text;
begin
  foreach partitioned in array array['document_blocks', 'record_blocks', 'render_batches'] loop
    execute format('alter table %I attach partition partitions.%I for values from (minvalue) to (100000)',
                   partitioned, make_partition_apart(partitioned, 0));
  end loop;
end $$;
set local row_security = off;

insert into months (month, first_batch_id, first_render_batch_id, began_at)
select date_trunc('month', now() at time zone 'Europe/Madrid')::date, 1, 1, now();
