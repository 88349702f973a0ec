-- A correction of an issued invoice, and its reason. Its registration record is at `sequence` of the chain.
create table corrections (
  id bigserial,
  organization_id bigint not null,
  issued_invoice_id bigint not null,
  chain_id bigint not null,
  sequence bigint not null,
  kind varchar(12) not null,
  reason text not null,
  operator text not null,
  created_at timestamptz not null,
  rendered_at timestamptz,
  primary key (id),
  constraint corrections_chain_id_sequence_unique unique (chain_id, sequence),
  constraint corrections_kind_check check (kind in ('subsanacion', 'anulacion')),
  constraint corrections_texts_check check (btrim(reason) <> '' and btrim(operator) <> '')
);
create index corrections_issued_invoice_id_index on corrections (issued_invoice_id);
create index corrections_unrendered_index on corrections (id)
  where kind = 'anulacion' and rendered_at is null;

-- A correction that an operator ordered in the dashboard and that a worker carries out. Append-only, except for the
-- columns with its outcome.
create table correction_orders (
  id bigserial,
  organization_id bigint not null,
  issued_invoice_id bigint not null,
  action varchar(6) not null,
  is_recipient_outside_census boolean default false not null,
  operator text not null,
  reason text not null,
  ordered_at timestamptz default now() not null,
  settled_at timestamptz,
  outcome varchar(7),
  message text,
  client text,
  primary key (id),
  constraint correction_orders_issued_invoice_id_foreign foreign key (issued_invoice_id) references issued_invoices(id),
  constraint correction_orders_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint correction_orders_outcome_check check (outcome in ('done', 'refused', 'late')),
  constraint correction_orders_settled_check check ((settled_at is null) = (outcome is null) and (settled_at is null) = (message
    is null)),
  constraint correction_orders_action_check check (action in ('annul', 'resend'))
);
create unique index correction_orders_open_unique on correction_orders (issued_invoice_id)
  where settled_at is null;

create function guard_correction() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.rendered_at is not null or not exists (
      select from registration_records r
      where r.chain_id = new.chain_id and r.sequence = new.sequence
        and (r.organization_id, r.issued_invoice_id) = (new.organization_id, new.issued_invoice_id)
        and r.kind = case new.kind when 'anulacion' then 'anulacion' else 'alta' end)
    then
      raise exception 'a correction must belong to its registration record' using errcode = 'foreign_key_violation';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - 'rendered_at') is distinct from (to_jsonb(old) - 'rendered_at') or old.rendered_at is not null then
    raise exception 'correction %: only rendered_at can be set, once', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function guard_correction_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.settled_at is not null
       or not exists (select from issued_invoices x where x.id = new.issued_invoice_id and x.organization_id = new.organization_id)
    then
      raise exception 'an order must be open and refer to an issued invoice of its organization' using errcode = 'foreign_key_violation';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - '{settled_at,outcome,message}'::text[]) is distinct from (to_jsonb(old) - '{settled_at,outcome,message}'::text[])
     or old.settled_at is not null or new.settled_at is null
     or (new.outcome = 'done') <> (current_user = 'engine_sessions')
  then
    raise exception 'order %: only its outcome can be set, once', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function order_correction(token bytea, shared text, client text, why text, invoice bigint, wanted text, is_outside_census boolean)
  returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who text := public.name_actor(token, shared, true);
  order_id bigint;
begin
  insert into public.correction_orders as k
    (organization_id, issued_invoice_id, action, is_recipient_outside_census, operator, reason, client)
  select x.organization_id, x.id, wanted, is_outside_census, who, why, client from public.issued_invoices x where x.id = invoice
  on conflict (issued_invoice_id) where settled_at is null do nothing
  returning k.id into order_id;
  return order_id;
end $$;

create function store_correction(token bytea, moment timestamptz, action text, correction_kind text, why text,
  chain bigint, place bigint, invoice bigint, previous text, huella text, document text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  invoice_number text;
begin
  select k.id, k.organization_id, k.prefix into who
  from public.sessions s join public.api_keys k on k.id = s.api_key_id
  where s.token_hash = token and s.expires_at > moment and k.revoked_at is null and 'correct' = any (k.rights);
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

-- Stores the correction that the dashboard ordered, with its record and the act. The act contains the client address of
-- the order.
create function store_ordered_correction(order_id bigint, moment timestamptz, correction_kind text,
  chain bigint, place bigint, previous text, huella text, document text) returns boolean
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
  insert into public.registration_records
    (organization_id, generated_at, kind, chain_id, sequence, issued_invoice_id, previous_hash, hash, xml)
  values (wanted.organization_id, moment, case correction_kind when 'anulacion' then 'anulacion' else 'alta' end,
          chain, place, wanted.issued_invoice_id, previous, huella, document);
  insert into public.corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
  values (wanted.organization_id, wanted.issued_invoice_id, chain, place, correction_kind, wanted.reason, wanted.operator, moment);
  update public.chains c
  set sequence = place, last_hash = huella, last_invoice_number = x.invoice_number, last_issue_date = x.issue_date
  from public.issued_invoices x
  where x.id = wanted.issued_invoice_id and c.id = chain and c.sequence = place - 1
  returning x.invoice_number into invoice_number;
  if not found then
    raise exception 'chain %: a correction must be the next record', chain using errcode = 'restrict_violation';
  end if;
  insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
  values ('invoice.' || wanted.action, wanted.operator, wanted.reason, wanted.organization_id, wanted.issued_invoice_id,
          jsonb_build_object('number', invoice_number, 'chainId', chain, 'sequence', place, 'order', order_id)
          || jsonb_strip_nulls(jsonb_build_object('client', wanted.client)));
  update public.correction_orders o
  set settled_at = moment, outcome = 'done', message = correction_kind || ' is record ' || place || ' of chain ' || chain
  where o.id = order_id;
  return true;
end $$;

create trigger correction_orders_guard before insert or update on correction_orders for each row
  execute function guard_correction_order();
create trigger correction_orders_refuse_delete before delete or truncate on correction_orders for each statement
  execute function refuse_change();

create constraint trigger corrections_require_act_insert after insert on corrections
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('issued_invoice_id', 'invoice.annul', 'invoice.resend');
create trigger corrections_guard before insert or update on corrections for each row execute function guard_correction();
create trigger corrections_refuse_delete before delete or truncate on corrections for each statement
  execute function refuse_change();
