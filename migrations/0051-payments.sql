-- Payments of issued invoices. Nothing in them changes: what was recorded by mistake, or was returned, has a counter-entry.

alter table api_keys drop constraint api_keys_rights_check;
alter table api_keys add constraint api_keys_rights_check
  check (cardinality(rights) > 0 and rights <@ '{submit,read,correct,webhooks,recipients,series,payments}'::text[]) not valid;

-- The Idempotency-Key of a request that recorded payments, and the SHA-256 of what it asked for. A key is never free again.
create table payment_requests (
  organization_id bigint,
  key uuid,
  sha256 bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, key),
  constraint payment_requests_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint payment_requests_sha256_check check (length(sha256) = 32)
);

create table payments (
  id bigserial,
  organization_id bigint not null,
  issued_invoice_id bigint not null,
  -- The place among the payments of the invoice, from 1: two requests cannot both pay what is outstanding.
  ordinal integer not null,
  paid_on date not null,
  -- In the currency of the invoice; negative if money went back.
  amount numeric(14,2) not null,
  currency varchar(3) not null,
  means varchar(20) not null,
  account varchar(34),
  -- What is left to pay after it.
  outstanding numeric(14,2) not null,
  -- The payment that a counter-entry cancels.
  reverses_id bigint,
  -- The request that recorded it, and its place there; null for a counter-entry.
  request_key uuid,
  request_place smallint,
  recorded_by text not null,
  recorded_at timestamptz not null,
  primary key (id),
  constraint payments_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint payments_issued_invoice_id_foreign foreign key (issued_invoice_id) references issued_invoices(id),
  constraint payments_ordinal_unique unique (issued_invoice_id, ordinal),
  constraint payments_reverses_id_unique unique (reverses_id),
  constraint payments_request_unique unique (organization_id, request_key, request_place),
  constraint payments_ordinal_check check (ordinal >= 1 and ordinal <= 1000),
  constraint payments_amount_check check (amount <> 0),
  constraint payments_request_check check ((reverses_id is null) = (request_key is not null) and (request_key is null) = (request_place is null))
);
create index payments_organization_id_index on payments (organization_id, id);

create function check_new_payments() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from inserted n
    left join lateral (select a.organization_id from issued_invoices a where a.id = n.issued_invoice_id limit 1) x on true
    where x.organization_id is distinct from n.organization_id) then
    raise exception 'a payment belongs to the organization of its invoice' using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from inserted n
    left join lateral (
      select a.outstanding, a.currency from payments a where a.issued_invoice_id = n.issued_invoice_id and a.ordinal = n.ordinal - 1 limit 1) p on true
    where n.ordinal > 1 and (p.currency is distinct from n.currency
      or n.outstanding is distinct from p.outstanding - case n.means when 'not_collected' then 0 else n.amount end)) then
    raise exception 'a payment follows the one before it, and lowers what that one left' using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from inserted n
    left join lateral (select a.* from payments a where a.id = n.reverses_id limit 1) o on true
    where n.reverses_id is not null
      and ((o.issued_invoice_id, o.means) is distinct from (n.issued_invoice_id, n.means) or o.amount is distinct from -n.amount or o.reverses_id is not null)) then
    raise exception 'a counter-entry cancels a whole payment of its invoice' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create trigger payments_check_new after insert on payments referencing new table as inserted for each statement execute function check_new_payments();
create trigger payments_refuse_change before update or delete or truncate on payments for each statement execute function refuse_change();
create trigger payment_requests_refuse_change before update or delete or truncate on payment_requests for each statement
  execute function refuse_change();

-- Records payments for an API key. Fails with unique_violation if another request was faster, with the same key or for the same invoice. Returns
-- `forbidden` if the key lacks the right or the session has ended, and `reused` if the Idempotency-Key belongs to another request.
create function record_payments(token bytea, moment timestamptz, request uuid, asked bytea, items jsonb) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who record;
begin
  select * into who from public.find_session_key(token, moment, 'payments');
  if not found then
    return 'forbidden';
  end if;
  insert into public.payment_requests (organization_id, key, sha256, created_at) values (who.organization_id, request, asked, moment)
  on conflict do nothing;
  if not exists (select from public.payment_requests r where r.organization_id = who.organization_id and r.key = request and r.sha256 = asked) then
    return 'reused';
  end if;
  insert into public.payments (organization_id, issued_invoice_id, ordinal, paid_on, amount, currency, means, account, outstanding, request_key,
    request_place, recorded_by, recorded_at)
  select who.organization_id, n.invoice, n.ordinal, n.paid_on, n.amount, n.currency, n.means, n.account, n.outstanding, request, n.place,
         'key:' || who.id, moment
  from jsonb_to_recordset(items) as n (place smallint, invoice bigint, ordinal integer, paid_on date, amount numeric, currency text, means text,
    account text, outstanding numeric)
  -- The order of invoices keeps two requests from waiting for each other.
  order by n.invoice, n.ordinal;
  return 'done';
end $$;

-- Cancels a payment by a counter-entry for an API key. Returns `known` with the counter-entry that an earlier request made, `unknown` if the
-- organization has no such payment, `counter_entry` if it is one itself, and `many` if the invoice has no room for another one.
create function reverse_payment(token bytea, moment timestamptz, payment bigint, day date) returns table (outcome text, counter_entry bigint)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  present record;
  final record;
begin
  select * into who from public.find_session_key(token, moment, 'payments');
  if not found then
    return query select 'forbidden', null::bigint;
    return;
  end if;
  select p.* into present from public.payments p where p.id = payment and p.organization_id = who.organization_id;
  if not found then
    return query select 'unknown', null::bigint;
    return;
  end if;
  if present.reverses_id is not null then
    return query select 'counter_entry', null::bigint;
    return;
  end if;
  loop
    select 'known', p.id into outcome, counter_entry from public.payments p where p.reverses_id = payment;
    if found then
      return next;
      return;
    end if;
    select p.ordinal, p.outstanding into final from public.payments p
    where p.issued_invoice_id = present.issued_invoice_id order by p.ordinal desc limit 1;
    if final.ordinal >= 1000 then
      return query select 'many', null::bigint;
      return;
    end if;
    begin
      insert into public.payments (organization_id, issued_invoice_id, ordinal, paid_on, amount, currency, means, account, outstanding, reverses_id,
        recorded_by, recorded_at)
      values (who.organization_id, present.issued_invoice_id, final.ordinal + 1, coalesce(day, present.paid_on), -present.amount, present.currency,
        present.means, present.account, final.outstanding + case present.means when 'not_collected' then 0 else present.amount end, payment,
        'key:' || who.id, moment)
      returning id into counter_entry;
      outcome := 'done';
      return next;
      return;
    exception when unique_violation then
      -- Another request has just stored a payment of the invoice, which the next turn sees.
      null;
    end;
  end loop;
end $$;

alter table payment_requests enable row level security;
alter table payment_requests force row level security;
alter table payments enable row level security;
alter table payments force row level security;
create policy own_organization on payment_requests for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy payments_by_key on payment_requests to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on payment_requests for select to engine_reader using (true);
create policy every_organization on payments for select to engine_operator, engine_worker using (true);
create policy own_organization on payments for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy payments_by_key on payments to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on payments for select to engine_reader using (true);

grant select on payment_requests to engine_ingress;
grant insert, select on payment_requests to engine_sessions;
grant select on payments to engine_ingress, engine_operator, engine_worker;
grant insert, select on payments to engine_sessions;
grant usage on sequence payments_id_seq to engine_sessions;
-- The grants come first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant execute on function record_payments(bytea,timestamp with time zone,uuid,bytea,jsonb) to engine_ingress;
grant execute on function reverse_payment(bytea,timestamp with time zone,bigint,date) to engine_ingress;
grant create on schema public to engine_sessions;
alter function record_payments(bytea,timestamp with time zone,uuid,bytea,jsonb) owner to engine_sessions;
alter function reverse_payment(bytea,timestamp with time zone,bigint,date) owner to engine_sessions;
revoke create on schema public from engine_sessions;
