-- An accepted batch.
create table batches (
  id bigserial,
  organization_id bigint not null,
  ordinal bigint not null,
  external_batch_id text,
  status varchar(24) not null,
  invoices_count smallint not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  rendered_at timestamptz,
  work integer default 1 not null,
  traceparent varchar(55),
  pdfs_on_demand boolean default false not null,
  primary key (id),
  constraint batches_organization_id_ordinal_unique unique (organization_id, ordinal),
  constraint batches_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint batches_invoices_count_check check (invoices_count >= 1 and invoices_count <= 1000),
  constraint batches_ordinal_check check (ordinal > 0),
  constraint batches_pdfs_on_demand_check check (not pdfs_on_demand or rendered_at is not null),
  constraint batches_processed_at_check check ((processed_at is not null) = (status in ('processed', 'processed_with_errors',
    'failed'))),
  constraint batches_rendered_at_check check (rendered_at is null or processed_at is not null),
  constraint batches_status_check check (status in ('received', 'processing', 'processed', 'processed_with_errors', 'failed')),
  constraint batches_work_check check (work >= 1)
);
create index batches_external_batch_id_ordinal_index on batches (organization_id, external_batch_id, ordinal)
  where external_batch_id is not null;
create index batches_unprocessed_index on batches (id)
  where processed_at is null;
create index batches_unrendered_index on batches (id)
  where processed_at is not null and rendered_at is null;

-- The body of the request, byte for byte, compressed (src/platform/literals/stored-body.ts). It never changes until
-- retention erases it.
create table batch_bodies (
  batch_id bigint,
  organization_id bigint not null,
  body bytea not null,
  sha256 bytea,
  erased_at timestamptz,
  primary key (batch_id),
  constraint batch_bodies_batch_id_foreign foreign key (batch_id) references batches(id),
  constraint batch_bodies_erased_check check (case when erased_at is null then sha256 is null else sha256 is not null and
    length(sha256) = 32 and length(body) = 0 end)
);
alter table batch_bodies alter column body set storage external;

-- An invoice of a batch, valid or not. Its id is `batch_id * 1000 + position`, where position is its position in the
-- request, from 0. The same key therefore serves single reads, pages and the order of the request. An invoice has
-- failed if it has a `processing_error`, and is processed if an issued invoice with the same id exists. Its state is
-- derived from these facts and is not stored.
create table batch_invoices (
  id bigint,
  organization_id bigint not null,
  batch_id bigint not null,
  external_invoice_id text,
  invoice_number text,
  processing_error text,
  sha256 bytea,
  erased_at timestamptz,
  primary key (id),
  constraint batch_invoices_erased_check check (case when erased_at is null then sha256 is null else sha256 is not null and
    length(sha256) = 32 and external_invoice_id is null and invoice_number is null and processing_error =
    'Erased after its retention period' end),
  constraint batch_invoices_id_check check (id / 1000 = batch_id)
);
create index batch_invoices_external_invoice_id_id_index on batch_invoices (organization_id, external_invoice_id, id)
  where external_invoice_id is not null;
create index batch_invoices_failed_index on batch_invoices (id)
  where processing_error is not null and erased_at is null;

-- The stored answer to a successful create request, by Idempotency-Key.
create table idempotency_records (
  organization_id bigint,
  key uuid,
  batch_id bigint not null,
  body_hash bytea not null,
  response text not null,
  created_at timestamptz not null,
  primary key (organization_id, key),
  constraint idempotency_records_batch_id_foreign foreign key (batch_id) references batches(id)
);
create index idempotency_records_created_at_index on idempotency_records (created_at);

-- Status rollups, level 1: the number of batches with each status among 1000 consecutive batches of an organization. A
-- row is inserted when all of them are finished, and never changes. Rollup 0 covers the ordinals 1 to 1000.
create table status_rollups_1 (
  organization_id bigint,
  rollup bigint,
  first_received_at timestamptz not null,
  last_received_at timestamptz not null,
  processed smallint not null,
  processed_with_errors smallint not null,
  failed smallint not null,
  processed_places smallint[] not null,
  processed_with_errors_places smallint[] not null,
  failed_places smallint[] not null,
  primary key (organization_id, rollup),
  constraint status_rollups_1_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint status_rollups_1_rollup_check check (rollup >= 0),
  constraint status_rollups_1_places_check check (cardinality(processed_places) = processed and
    cardinality(processed_with_errors_places) = processed_with_errors and cardinality(failed_places) = failed),
  constraint status_rollups_1_times_check check (first_received_at <= last_received_at),
  constraint status_rollups_1_whole_check check (processed + processed_with_errors + failed = 1000)
) with (toast_tuple_target=128);

-- Status rollups, level 2: the sums of 16 consecutive rollups of level 1. Rollup 0 covers the rollups 0 to 15. A row
-- never changes.
create table status_rollups_2 (
  organization_id bigint,
  rollup_2 bigint,
  first_received_at timestamptz not null,
  last_received_at timestamptz not null,
  processed smallint not null,
  processed_with_errors smallint not null,
  failed smallint not null,
  primary key (organization_id, rollup_2),
  constraint status_rollups_2_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint status_rollups_2_rollup_check check (rollup_2 >= 0),
  constraint status_rollups_2_times_check check (first_received_at <= last_received_at),
  constraint status_rollups_2_whole_check check (processed + processed_with_errors + failed = 16000)
);

-- Each invoice must belong to a batch of its organization, at a position of that batch. It is sufficient to check the
-- last inserted position of each batch.
create function check_new_batch_invoices() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from (
      select i.batch_id, i.organization_id, max(i.id % 1000) as last_position from inserted i group by 1, 2) n
    left join lateral (select a.* from batches a where a.id = n.batch_id limit 1) b on true
    where b.organization_id is distinct from n.organization_id or n.last_position >= b.invoices_count)
  then
    raise exception 'a batch invoice must belong to a batch of its organization' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function guard_batch() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.id, new.organization_id, new.ordinal, new.external_batch_id, new.invoices_count, new.received_at)
     is distinct from
     (old.id, old.organization_id, old.ordinal, old.external_batch_id, old.invoices_count, old.received_at)
  then
    raise exception 'batch %: the accepted data cannot change', old.id using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and not (
       (old.status = 'received' and new.status = 'processing')
    or (old.status = 'processing' and new.status in ('processed', 'processed_with_errors', 'failed')))
  then
    raise exception 'batch %: the status cannot change from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
  end if;
  if (old.processed_at is not null and new.processed_at is distinct from old.processed_at)
     or (old.rendered_at is not null and new.rendered_at is distinct from old.rendered_at)
  then
    raise exception 'batch %: processed_at and rendered_at can be set only once', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Only retention may erase a body, once, and regardless of the settings not before the batch has been finished for a
-- month. By then no process needs the body to issue the batch or to answer a repeated request.
create function guard_batch_body() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user <> 'engine_retention' or old.erased_at is not null or new.erased_at is distinct from now()
     or (new.batch_id, new.organization_id) is distinct from (old.batch_id, old.organization_id)
     or not exists (
       select from batches b where b.id = old.batch_id and greatest(b.received_at, b.processed_at) < now() - interval '1 month'
         and b.processed_at is not null)
  then
    raise exception '% on % is refused: only the body of a finished batch can be erased, after a month', tg_op, tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function guard_batch_invoice() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user = 'engine_retention' then
    if old.processing_error is null or old.erased_at is not null or new.erased_at is distinct from now()
       or (new.id, new.organization_id, new.batch_id) is distinct from (old.id, old.organization_id, old.batch_id)
       or new.sha256 is distinct from sha256(convert_to(
            jsonb_build_array(old.external_invoice_id, old.invoice_number, old.processing_error)::text, 'UTF8'))
       or exists (select from issued_invoices where id = old.id)
       or not exists (
         select from batches b where b.id = old.batch_id and greatest(b.received_at, b.processed_at) < now() - interval '1 month'
           and b.processed_at is not null)
    then
      raise exception '% on % is refused: only the texts of a failed invoice can be erased, after a month', tg_op, tg_table_name
        using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.id, new.organization_id, new.batch_id, new.external_invoice_id, new.invoice_number)
     is distinct from
     (old.id, old.organization_id, old.batch_id, old.external_invoice_id, old.invoice_number)
     or old.processing_error is not null
     or new.erased_at is not null
     or exists (select from issued_invoices where id = old.id)
  then
    raise exception 'batch invoice %: the only change allowed is the failure of an unfinished invoice', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Whether the PDFs of a batch are rendered only on demand (ops/adr/0030) is decided when the batch is processed. If so,
-- its `rendered_at` is set at the same time, so that the batch is never due for rendering.
create function guard_pdfs_on_demand() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'batch %: pdfs_on_demand cannot change after the batch is processed', old.id using errcode = 'restrict_violation';
end $$;

create trigger status_rollups_1_refuse_delete before delete or truncate on status_rollups_1 for each statement
  execute function refuse_change();
create trigger status_rollups_1_refuse_update before update on status_rollups_1 for each statement execute function refuse_change();

create trigger batch_bodies_guard before update on batch_bodies for each row execute function guard_batch_body();
create trigger batch_bodies_refuse_delete before delete or truncate on batch_bodies for each statement
  execute function refuse_change();
create trigger batch_bodies_require_erasing_act after update on batch_bodies
  for each statement when (current_user = 'engine_retention')
  execute function require_erasing_act();

create trigger batch_invoices_check_new after insert on batch_invoices referencing new table as inserted for each statement
  execute function check_new_batch_invoices();
create trigger batch_invoices_guard before update on batch_invoices for each row execute function guard_batch_invoice();
create trigger batch_invoices_refuse_delete before delete or truncate on batch_invoices for each statement
  execute function refuse_change();
create trigger batch_invoices_require_erasing_act after update on batch_invoices
  for each statement when (current_user = 'engine_retention')
  execute function require_erasing_act();

create trigger status_rollups_2_refuse_delete before delete or truncate on status_rollups_2 for each statement
  execute function refuse_change();
create trigger status_rollups_2_refuse_update before update on status_rollups_2 for each statement execute function refuse_change();

create trigger batches_guard before update on batches for each row execute function guard_batch();
create trigger batches_guard_pdfs_on_demand before update of pdfs_on_demand on batches
  for each row when (old.processed_at is not null and new.pdfs_on_demand <> old.pdfs_on_demand)
  execute function guard_pdfs_on_demand();
create trigger batches_refuse_delete before delete or truncate on batches for each statement execute function refuse_change();
