-- A credit of an issued invoice: what the invoice of a batch credits of an earlier one, line by line and in each tax group. The next credit of
-- the same invoice takes the next ordinal, so that two requests cannot credit the same thing. Append-only.
create table credits (
  original_id bigint,
  ordinal integer,
  organization_id bigint not null,
  -- The batch whose only invoice is the credit.
  batch_id bigint not null,
  -- SHA-256 of the request, which a repetition with the same Idempotency-Key has as well.
  request_sha256 bytea not null,
  -- Places of lines with the units and the amount that are credited of them, and the amounts of tax groups by their keys.
  lines jsonb not null,
  groups jsonb not null,
  primary key (original_id, ordinal),
  constraint credits_batch_id_unique unique (batch_id),
  constraint credits_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint credits_batch_id_foreign foreign key (batch_id) references batches(id),
  constraint credits_original_id_foreign foreign key (original_id) references issued_invoices(id),
  constraint credits_ordinal_check check (ordinal between 1 and 1000),
  constraint credits_request_sha256_check check (length(request_sha256) = 32),
  constraint credits_size_check check (jsonb_typeof(lines) = 'array' and jsonb_typeof(groups) = 'object' and
    pg_column_size(lines) <= 200000 and pg_column_size(groups) <= 20000)
);

create function check_new_credit() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from issued_invoices x where x.id = new.original_id and x.organization_id = new.organization_id)
     or not exists (select from batches b where b.id = new.batch_id and b.organization_id = new.organization_id) then
    raise exception 'a credit and its original belong to one organization' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;

create trigger credits_check_new before insert on credits for each row execute function check_new_credit();
create trigger credits_refuse_update before update on credits for each statement execute function refuse_change();
create trigger credits_refuse_delete before delete or truncate on credits for each statement execute function refuse_change();

alter table credits enable row level security;
alter table credits force row level security;
create policy own_organization on credits to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on credits for select to engine_reader using (true);
grant insert, select on credits to engine_ingress;
