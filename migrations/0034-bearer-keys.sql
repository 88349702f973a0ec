-- Version 2 of the API accepts an API key where it accepts a session token. A credential is the SHA-256 of either.

-- The bodies are analyzed now, which the setting of migrations refuses for tables with policies.
set local row_security = on;
-- Finds an API key that is not revoked, with its organization, as find_session does for a session.
create function find_api_key(hash bytea)
  returns table (organization_id bigint, organization_name text, issuer_nifs text[], rights text[], is_migrating boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select k.organization_id, o.name, o.issuer_nifs, k.rights, o.migrating
  from public.api_keys k
  join public.organizations o on o.id = k.organization_id
  where k.key_hash = hash and k.revoked_at is null;
end;

-- Returns the API key of a credential, if the key has a right.
drop function find_session_key(bytea, timestamptz, text);
create function find_session_key(token bytea, moment timestamptz, needed text) returns table (id bigint, organization_id bigint, prefix text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select k.id, k.organization_id, k.prefix::text
  from public.sessions s join public.api_keys k on k.id = s.api_key_id
  where s.token_hash = token and s.expires_at > moment and k.revoked_at is null and needed = any (k.rights)
  union all
  select k.id, k.organization_id, k.prefix::text
  from public.api_keys k
  where k.key_hash = token and k.revoked_at is null and needed = any (k.rights);
end;

-- Describes what a credential gives access to. The expiry is null for an API key. Returns no row for a credential that has ended.
create function describe_access(token bytea, moment timestamptz)
  returns table (key_id bigint, prefix text, rights text[], expires_at timestamptz, organization_id bigint, organization_name text,
                 issuer_nifs text[], verifactu boolean, outside_reason text, migrating boolean, paused_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select k.id, k.prefix::text, k.rights, c.expires_at, o.id, o.name::text, o.issuer_nifs, o.verifactu, o.outside_reason::text, o.migrating, o.paused_at
  from (select s.api_key_id, s.expires_at from public.sessions s where s.token_hash = token and s.expires_at > moment
        union all
        select a.id, null from public.api_keys a where a.key_hash = token) c
  join public.api_keys k on k.id = c.api_key_id and k.revoked_at is null
  join public.organizations o on o.id = k.organization_id;
end;
set local row_security = off;

-- As in 0007-corrections.sql, for either credential.
drop function store_correction(bytea, timestamptz, text, text, text, bigint, bigint, bigint, text, text, text);
create function store_correction(token bytea, moment timestamptz, action text, correction_kind text, why text,
  chain bigint, place bigint, invoice bigint, previous text, huella text, document text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  invoice_number text;
begin
  select * into who from public.find_session_key(token, moment, 'correct');
  if not found then
    return false;
  end if;
  insert into public.registration_records
    (organization_id, generated_at, kind, chain_id, sequence, issued_invoice_id, previous_hash, hash, xml)
  values (who.organization_id, moment, case correction_kind when 'anulacion' then 'anulacion' else 'alta' end,
          chain, place, invoice, previous, huella, document);
  insert into public.corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
  values (who.organization_id, invoice, chain, place, correction_kind, why, 'key:' || who.id, moment);
  update public.chains c
  set sequence = place, last_hash = huella, last_invoice_number = x.invoice_number, last_issue_date = x.issue_date
  from public.issued_invoices x
  where x.id = invoice and c.id = chain and c.sequence = place - 1
  returning x.invoice_number into invoice_number;
  if not found then
    raise exception 'chain %: a correction must be the next record', chain using errcode = 'restrict_violation';
  end if;
  insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
  values ('invoice.' || action, 'key:' || who.id, why, who.organization_id, invoice,
          jsonb_build_object('number', invoice_number, 'chainId', chain, 'sequence', place, 'prefix', who.prefix));
  return true;
end $$;

grant select (verifactu, outside_reason, paused_at) on organizations to engine_sessions;
-- The grants come first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant execute on function find_api_key(bytea), describe_access(bytea,timestamp with time zone),
  store_correction(bytea,timestamp with time zone,text,text,text,bigint,bigint,bigint,text,text,text) to engine_ingress;
grant create on schema public to engine_sessions;
alter function find_api_key(bytea) owner to engine_sessions;
alter function find_session_key(bytea,timestamp with time zone,text) owner to engine_sessions;
alter function describe_access(bytea,timestamp with time zone) owner to engine_sessions;
alter function store_correction(bytea,timestamp with time zone,text,text,text,bigint,bigint,bigint,text,text,text) owner to engine_sessions;
revoke create on schema public from engine_sessions;
