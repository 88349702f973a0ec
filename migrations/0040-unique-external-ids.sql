-- An organization can ask that each of its own ids of invoices (external_invoice_id) is used once. An invoice that failed was
-- never issued, so its id can be used again.
alter table organizations add column unique_external_ids boolean default false not null;
-- Adds the act to the list of those that can be recorded.
do $$
declare
  known text := (
    select string_agg(quote_literal(word[1]), ', ')
    from pg_constraint c
    cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_.]+)''', 'g') as words (word)
    where c.conname = 'operator_acts_act_check' and c.conrelid = 'operator_acts'::regclass);
begin
  alter table operator_acts drop constraint operator_acts_act_check;
  execute format('alter table operator_acts add constraint operator_acts_act_check check (act in (%s, ''organization.unique_ids'')) not valid', known);
end $$;
create constraint trigger organizations_require_act_external_ids after update of unique_external_ids on organizations
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'organization.unique_ids');
grant select (unique_external_ids) on organizations to engine_ingress, engine_dashboard, engine_sessions;
grant update (unique_external_ids) on organizations to engine_operator;

-- True for an invoice with an id of an organization that asked for it when the invoice was accepted, otherwise null. The
-- index keeps two batches that are accepted at the same time from using the same id; an invoice that fails leaves it.
alter table batch_invoices add column has_unique_id boolean;
create unique index batch_invoices_unique_external_id on batch_invoices (organization_id, external_invoice_id)
  where has_unique_id and processing_error is null;

-- The bodies are analyzed now, which the setting of migrations refuses for tables with policies.
set local row_security = on;
drop function find_session(bytea, timestamptz);
create function find_session(hash bytea, at timestamptz)
  returns table (organization_id bigint, organization_name text, expires_at timestamptz, issuer_nifs text[], rights text[],
                 is_migrating boolean, unique_external_ids boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.organization_id, o.name, s.expires_at, o.issuer_nifs, k.rights, o.migrating, o.unique_external_ids
  from public.sessions s
  join public.api_keys k on k.id = s.api_key_id and k.revoked_at is null
  join public.organizations o on o.id = s.organization_id
  where s.token_hash = hash and s.expires_at > at;
end;
drop function find_api_key(bytea);
create function find_api_key(hash bytea)
  returns table (organization_id bigint, organization_name text, issuer_nifs text[], rights text[], is_migrating boolean,
                 unique_external_ids boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select k.organization_id, o.name, o.issuer_nifs, k.rights, o.migrating, o.unique_external_ids
  from public.api_keys k
  join public.organizations o on o.id = k.organization_id
  where k.key_hash = hash and k.revoked_at is null;
end;
drop function describe_access(bytea, timestamptz);
create function describe_access(token bytea, moment timestamptz)
  returns table (key_id bigint, prefix text, rights text[], expires_at timestamptz, organization_id bigint, organization_name text,
                 issuer_nifs text[], verifactu boolean, outside_reason text, migrating boolean, paused_at timestamptz,
                 unique_external_ids boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select k.id, k.prefix::text, k.rights, c.expires_at, o.id, o.name::text, o.issuer_nifs, o.verifactu, o.outside_reason::text, o.migrating, o.paused_at,
         o.unique_external_ids
  from (select s.api_key_id, s.expires_at from public.sessions s where s.token_hash = token and s.expires_at > moment
        union all
        select a.id, null from public.api_keys a where a.key_hash = token) c
  join public.api_keys k on k.id = c.api_key_id and k.revoked_at is null
  join public.organizations o on o.id = k.organization_id;
end;
set local row_security = off;
-- The grants come first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant execute on function find_session(bytea, timestamp with time zone), find_api_key(bytea),
  describe_access(bytea, timestamp with time zone) to engine_ingress;
grant create on schema public to engine_sessions;
alter function find_session(bytea, timestamp with time zone) owner to engine_sessions;
alter function find_api_key(bytea) owner to engine_sessions;
alter function describe_access(bytea, timestamp with time zone) owner to engine_sessions;
revoke create on schema public from engine_sessions;
