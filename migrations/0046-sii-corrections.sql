-- Corrections of invoices in SII: each is a new version of the entry. Their rows in `corrections` have no place in a chain, so that whatever
-- asks whether an invoice is annulled asks the same table for both registers.
alter table corrections alter column chain_id drop not null, alter column sequence drop not null;
alter table corrections add constraint corrections_place_check check ((chain_id is null) = (sequence is null));

create or replace function guard_correction() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.rendered_at is not null
       or (new.chain_id is not null and not exists (
         select from registration_records r
         where r.chain_id = new.chain_id and r.sequence = new.sequence
           and (r.organization_id, r.issued_invoice_id) = (new.organization_id, new.issued_invoice_id)
           and r.kind = case new.kind when 'anulacion' then 'anulacion' else 'alta' end))
       or (new.chain_id is null and not exists (
         select from sii_entries e
         where e.issued_invoice_id = new.issued_invoice_id and e.organization_id = new.organization_id
           and e.version > 1 and e.state = 'pending' and (e.kind = 'baja') = (new.kind = 'anulacion')))
    then
      raise exception 'a correction must belong to its registration record, or to the newest version of its entry in SII'
        using errcode = 'foreign_key_violation';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - 'rendered_at') is distinct from (to_jsonb(old) - 'rendered_at') or old.rendered_at is not null then
    raise exception 'correction %: only rendered_at can be set, once', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create constraint trigger sii_versions_require_act after insert on sii_versions
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('issued_invoice_id', 'invoice.annul', 'invoice.resend');

-- Adds a version to an entry, which then waits to be sent, and the correction of its invoice. Returns the number of the invoice.
create function add_sii_version(organization bigint, invoice bigint, moment timestamptz, next_version integer, entry_kind text,
  year integer, entry_period text, document text, who text, why text) returns text
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  number text;
begin
  insert into public.sii_versions (issued_invoice_id, version, organization_id, kind, fiscal_year, period, record, ordered_by, reason, created_at)
  values (invoice, next_version, organization, entry_kind, year, entry_period, document, who, why, moment);
  update public.sii_entries e
  set version = next_version, kind = entry_kind, fiscal_year = year, period = entry_period, state = 'pending', answered_at = null
  where e.issued_invoice_id = invoice and e.organization_id = organization and e.version = next_version - 1
  returning e.invoice_number into number;
  if not found then
    raise exception 'invoice %: its entry in SII has no version before this one', invoice using errcode = 'restrict_violation';
  end if;
  insert into public.corrections (organization_id, issued_invoice_id, kind, reason, operator, created_at)
  values (organization, invoice, case entry_kind when 'baja' then 'anulacion' else 'subsanacion' end, why, who, moment);
  return number;
end $$;

-- As store_correction, for an invoice in SII.
create function store_sii_correction(token bytea, moment timestamptz, action text, why text, invoice bigint, next_version integer,
  entry_kind text, year integer, entry_period text, document text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  invoice_number text;
begin
  select * into who from public.find_session_key(token, moment, 'correct');
  if not found then
    return false;
  end if;
  invoice_number := public.add_sii_version(who.organization_id, invoice, moment, next_version, entry_kind, year, entry_period, document, 'key:' || who.id, why);
  insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
  values ('invoice.' || action, 'key:' || who.id, why, who.organization_id, invoice,
          jsonb_build_object('number', invoice_number, 'kind', entry_kind, 'version', next_version, 'prefix', who.prefix));
  return true;
end $$;

-- As store_ordered_correction, for an invoice in SII.
create function store_ordered_sii_correction(order_id bigint, moment timestamptz, next_version integer, entry_kind text, year integer,
  entry_period text, document text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted record;
  invoice_number text;
begin
  select o.organization_id, o.issued_invoice_id, o.action, o.operator, o.reason, o.client into wanted
  from public.correction_orders o where o.id = order_id and o.settled_at is null for update;
  if not found then
    return false;
  end if;
  invoice_number := public.add_sii_version(wanted.organization_id, wanted.issued_invoice_id, moment, next_version, entry_kind, year, entry_period,
    document, wanted.operator, wanted.reason);
  insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
  values ('invoice.' || wanted.action, wanted.operator, wanted.reason, wanted.organization_id, wanted.issued_invoice_id,
          jsonb_build_object('number', invoice_number, 'kind', entry_kind, 'version', next_version, 'order', order_id)
          || jsonb_strip_nulls(jsonb_build_object('client', wanted.client)));
  update public.correction_orders o
  set settled_at = moment, outcome = 'done', message = entry_kind || ' is version ' || next_version || ' of the entry in SII'
  where o.id = order_id;
  return true;
end $$;

create policy correction_by_key on sii_entries to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy correction_by_key on sii_versions to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy overview on sii_versions for select to engine_dashboard using (true);
create policy overview on sii_lines for select to engine_dashboard using (true);

grant select, update (fiscal_year, period, state, version, kind, answered_at) on sii_entries to engine_sessions;
grant insert, select on sii_versions to engine_sessions;
grant select (issued_invoice_id, version, organization_id, kind, fiscal_year, period, created_at) on sii_versions to engine_dashboard;
grant select (message_id, issued_invoice_id, organization_id, version, state, code, answered_at) on sii_lines to engine_dashboard;
grant select (api_version) on batches to engine_operator;
-- The grants come first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant execute on function store_sii_correction(bytea,timestamp with time zone,text,text,bigint,integer,text,integer,text,text) to engine_ingress;
grant execute on function store_ordered_sii_correction(bigint,timestamp with time zone,integer,text,integer,text,text) to engine_worker;
grant execute on function add_sii_version(bigint,bigint,timestamp with time zone,integer,text,integer,text,text,text,text) to engine_operator, engine_sessions;
grant create on schema public to engine_sessions;
alter function store_sii_correction(bytea,timestamp with time zone,text,text,bigint,integer,text,integer,text,text) owner to engine_sessions;
alter function store_ordered_sii_correction(bigint,timestamp with time zone,integer,text,integer,text,text) owner to engine_sessions;
revoke create on schema public from engine_sessions;
