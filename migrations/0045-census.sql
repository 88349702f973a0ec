-- What AEAT's census says of the issuers and recipients of an organization (VNifV2), and whether the organization wants to know it.

-- Adds an act to the list of those that can be recorded.
do $$
declare
  known text := (
    select string_agg(quote_literal(word[1]), ', ')
    from pg_constraint c
    cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_.]+)''', 'g') as words (word)
    where c.conname = 'operator_acts_act_check' and c.conrelid = 'operator_acts'::regclass);
begin
  alter table operator_acts drop constraint operator_acts_act_check;
  execute format('alter table operator_acts add constraint operator_acts_act_check check (act in (%s, ''organization.census'')) not valid', known);
end $$;

alter table organizations
  add column census varchar(6) default 'off' not null,
  add column census_when_unavailable varchar(7) default 'proceed' not null,
  -- The key of the hashes of names in census_checks.
  add column census_key bytea default uuid_send(gen_random_uuid()) not null,
  add constraint organizations_census_check check (census in ('off', 'warn', 'refuse')) not valid,
  add constraint organizations_census_when_unavailable_check check (census_when_unavailable in ('proceed', 'hold')) not valid;
create constraint trigger organizations_require_act_census after update of census, census_when_unavailable on organizations
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'organization.census');

-- A question to the census, and its answer. The name is stored until AEAT answers and is then replaced by its keyed hash alone.
create table census_checks (
  organization_id bigint not null,
  nif varchar(9) not null,
  name_hash bytea not null,
  name text,
  asked_at timestamptz not null,
  result varchar(14),
  -- What the census has of an entity; never of a natural person.
  census_nif varchar(9),
  census_name text,
  checked_at timestamptz,
  valid_until timestamptz,
  primary key (organization_id, nif, name_hash),
  constraint census_checks_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint census_checks_result_check check (result in ('identified', 'similar', 'not_identified', 'deregistered', 'revoked', 'unknown', 'unavailable')),
  constraint census_checks_answered_check check (
    (result is null) = (name is not null) and (result is null) = (checked_at is null) and (result is null) = (valid_until is null)),
  constraint census_checks_person_check check (census_name is null and census_nif is null or nif ~ '^[A-HJNP-W]')
);
create index census_checks_waiting_index on census_checks (organization_id, asked_at) where result is null;

-- As in 0013-version-2.sql, but an invoice gets more warnings before it is issued.
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
  if (new.id, new.organization_id, new.batch_id, new.external_invoice_id, new.invoice_number, new.metadata)
     is distinct from
     (old.id, old.organization_id, old.batch_id, old.external_invoice_id, old.invoice_number, old.metadata)
     or not coalesce(new.warnings, '[]') @> coalesce(old.warnings, '[]')
     or old.processing_error is not null
     or new.erased_at is not null
     or exists (select from issued_invoices where id = old.id)
  then
    raise exception 'batch invoice %: an unfinished invoice can only fail or get more warnings', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

alter table census_checks enable row level security;
alter table census_checks force row level security;
create policy every_organization on census_checks to engine_worker using (true);
create policy own_organization on census_checks to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on census_checks for select to engine_reader using (true);
grant insert, select, update (name, asked_at, result, census_nif, census_name, checked_at, valid_until) on census_checks to engine_ingress;
grant insert, select, update (name, asked_at, result, census_nif, census_name, checked_at, valid_until), delete on census_checks to
  engine_worker;
grant select (census, census_when_unavailable) on organizations to engine_dashboard;
grant update (census, census_when_unavailable) on organizations to engine_operator;
grant update (warnings) on batch_invoices to engine_worker;
