-- Version 2 of the API: the version of each batch, and what its invoices have beyond those of version 1.
alter table batches add column api_version smallint default 1 not null;
alter table batches add constraint batches_api_version_check check (api_version in (1, 2)) not valid;

-- The metadata of an invoice as the client sent them, and the warnings as the API answered them.
alter table batch_invoices add column metadata jsonb, add column warnings jsonb;
alter table batch_invoices drop constraint batch_invoices_erased_check;
alter table batch_invoices
  add constraint batch_invoices_erased_check check (case when erased_at is null then sha256 is null else sha256 is not null and
    length(sha256) = 32 and external_invoice_id is null and invoice_number is null and metadata is null and warnings is null and
    processing_error = 'Erased after its retention period' end) not valid,
  add constraint batch_invoices_metadata_check check (jsonb_typeof(metadata) = 'object') not valid,
  add constraint batch_invoices_warnings_check check (jsonb_typeof(warnings) = 'array') not valid;

-- Whether the organization migrates from another system and may issue invoices with dates more than 30 days back.
alter table organizations add column migrating boolean default false not null;
-- The act organization.migrating is allowed by 0014-reads-of-version-2.sql, with the acts that it adds.
create constraint trigger organizations_require_act_migrating after update of migrating on organizations
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'organization.migrating');

-- A worker of an earlier version of the engine cannot read the body of a batch of version 2. Its claim changes nothing,
-- and the batch stays due for a worker that names the version in the setting engine.api_version.
create or replace function guard_batch() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.id, new.organization_id, new.ordinal, new.external_batch_id, new.invoices_count, new.received_at, new.api_version)
     is distinct from
     (old.id, old.organization_id, old.ordinal, old.external_batch_id, old.invoices_count, old.received_at, old.api_version)
  then
    raise exception 'batch %: the accepted data cannot change', old.id using errcode = 'restrict_violation';
  end if;
  if old.status = 'received' and new.status = 'processing'
     and old.api_version > coalesce(nullif(current_setting('engine.api_version', true), ''), '1')::smallint
  then
    return null;
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

create or replace function guard_batch_invoice() returns trigger language plpgsql set search_path = public, pg_temp as $$
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
  if (new.id, new.organization_id, new.batch_id, new.external_invoice_id, new.invoice_number, new.metadata, new.warnings)
     is distinct from
     (old.id, old.organization_id, old.batch_id, old.external_invoice_id, old.invoice_number, old.metadata, old.warnings)
     or old.processing_error is not null
     or new.erased_at is not null
     or exists (select from issued_invoices where id = old.id)
  then
    raise exception 'batch invoice %: the only change allowed is the failure of an unfinished invoice', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The issued invoices that an invoice of version 2 rectifies or replaces, if it names several of them or rectifies by
-- substitution. issued_invoices.rectified_invoice_id is the first of them. Append-only.
create table rectified_invoices (
  organization_id bigint not null,
  invoice_id bigint,
  rectified_id bigint,
  -- How much the invoice changes what the rectified one charges; 0 if it replaces it or if that is not known.
  amount numeric(18,2) not null,
  primary key (invoice_id, rectified_id)
);
create index rectified_invoices_rectified_id_index on rectified_invoices (rectified_id);

-- The transaction that issues holds a lock on the chain of the issuer, so that no other transaction replaces the same
-- invoice at the same time. An annulled F3 replaces nothing.
create function refuse_second_replacements(invoices bigint[], originals bigint[]) returns void
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from unnest(invoices, originals) n (id, original)
    join issued_invoices o on o.id = n.id and o.invoice_type = 'F3'
    cross join lateral (
      select x.id from issued_invoices x where x.rectified_invoice_id = n.original and x.invoice_type = 'F3'
      union
      select x.id from rectified_invoices r join issued_invoices x on x.id = r.invoice_id and x.invoice_type = 'F3'
      where r.rectified_id = n.original) y
    where y.id <> n.id
      and not exists (select from corrections k where k.issued_invoice_id = y.id and k.kind = 'anulacion'))
  then
    raise exception 'a simplified invoice can be replaced only once' using errcode = 'unique_violation';
  end if;
end $$;

create or replace function check_new_rectifications() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if not exists (select from inserted i where i.rectified_invoice_id is not null) then
    return null;
  end if;
  if exists (
    select from inserted i
    where i.rectified_invoice_id is not null and not exists (
      select from issued_invoices x
      where x.id = i.rectified_invoice_id and x.organization_id = i.organization_id and x.issuer_nif = i.issuer_nif))
  then
    raise exception 'an invoice can only correct or replace an issued invoice of its issuer' using errcode = 'foreign_key_violation';
  end if;
  perform refuse_second_replacements(array_agg(i.id), array_agg(i.rectified_invoice_id))
  from inserted i where i.rectified_invoice_id is not null;
  return null;
end $$;

create function check_rectified_invoices() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if not exists (select from inserted) then
    return null;
  end if;
  if exists (
    select from inserted i
    where not exists (
      select from issued_invoices o
      join issued_invoices x on x.organization_id = o.organization_id and x.issuer_nif = o.issuer_nif
      where o.id = i.invoice_id and o.organization_id = i.organization_id and x.id = i.rectified_id))
  then
    raise exception 'an invoice can only correct or replace an issued invoice of its issuer' using errcode = 'foreign_key_violation';
  end if;
  perform refuse_second_replacements(array_agg(i.invoice_id), array_agg(i.rectified_id)) from inserted i;
  return null;
end $$;

create trigger rectified_invoices_check_new after insert on rectified_invoices referencing new table as inserted for each statement
  execute function check_rectified_invoices();
create trigger rectified_invoices_refuse_delete before delete or truncate on rectified_invoices for each statement
  execute function refuse_change();
create trigger rectified_invoices_refuse_update before update on rectified_invoices for each statement
  execute function refuse_change();

alter table rectified_invoices enable row level security;
alter table rectified_invoices force row level security;
create policy every_organization on rectified_invoices to engine_operator, engine_worker using (true);
create policy own_organization on rectified_invoices to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy overview on rectified_invoices for select to engine_dashboard using (true);
create policy whole_table on rectified_invoices for select to engine_reader using (true);
grant insert, select on rectified_invoices to engine_worker;
grant select on rectified_invoices to engine_ingress, engine_operator;
grant select (invoice_id, rectified_id) on rectified_invoices to engine_dashboard;
grant execute on function refuse_second_replacements(bigint[], bigint[]) to engine_worker;

-- The owner of the tables, to whom row-level security applies, may create a function that reads them.
set local row_security = on;
drop function find_session(bytea, timestamptz);
create function find_session(hash bytea, at timestamptz)
  returns table (organization_id bigint, organization_name text, expires_at timestamptz, issuer_nifs text[], rights text[], is_migrating boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.organization_id, o.name, s.expires_at, o.issuer_nifs, k.rights, o.migrating
  from public.sessions s
  join public.api_keys k on k.id = s.api_key_id and k.revoked_at is null
  join public.organizations o on o.id = s.organization_id
  where s.token_hash = hash and s.expires_at > at;
end;
set local row_security = off;
grant execute on function find_session(bytea, timestamptz) to engine_ingress;
grant create on schema public to engine_sessions;
alter function find_session(bytea, timestamptz) owner to engine_sessions;
revoke create on schema public from engine_sessions;

grant select (migrating) on organizations to engine_dashboard, engine_sessions;
grant update (migrating) on organizations to engine_operator;
grant update (metadata, warnings) on batch_invoices to engine_retention;
