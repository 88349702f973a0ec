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

-- A payment of an invoice with regime 07 whose issuer is in SII, which AEAT is told as a collection (Cobro). AEAT appends collections and knows
-- none by an id: a message whose outcome is unknown is never sent again.
alter table sii_messages alter column kind type varchar(6);
alter table sii_messages drop constraint sii_messages_kind_check;
alter table sii_messages add constraint sii_messages_kind_check check (kind in ('A0', 'A1', 'baja', 'cobros')) not valid;
create table sii_collections (
  payment_id bigint,
  organization_id bigint not null,
  issuer_nif varchar(9) not null,
  issued_invoice_id bigint not null,
  collected_on date not null,
  -- In euros.
  amount numeric(14,2) not null,
  -- AEAT's list of means.
  means varchar(2) not null,
  account varchar(34),
  -- The last day on which it may be sent (RIVA, art. 69 bis); null if no calendar of that year is known.
  due_by date,
  state varchar(20) default 'pending' not null,
  -- The message that has it, or had it last.
  message_id bigint,
  code integer,
  message text,
  csv text,
  answered_at timestamptz,
  created_at timestamptz not null,
  primary key (payment_id),
  constraint sii_collections_payment_id_foreign foreign key (payment_id) references payments(id),
  constraint sii_collections_issued_invoice_id_foreign foreign key (issued_invoice_id) references sii_entries(issued_invoice_id),
  constraint sii_collections_message_id_foreign foreign key (message_id) references sii_messages(id),
  constraint sii_collections_means_check check (means in ('01', '02', '03', '04', '05')),
  constraint sii_collections_state_check check (state in ('pending', 'sent', 'accepted', 'accepted_with_errors', 'rejected', 'withdrawn')),
  constraint sii_collections_message_check check (state in ('pending', 'withdrawn') or message_id is not null),
  constraint sii_collections_answered_check check (state in ('pending', 'sent', 'withdrawn') or answered_at is not null)
);
create index sii_collections_due_index on sii_collections (organization_id, issuer_nif, payment_id) where state = 'pending';
create index sii_collections_unanswered_index on sii_collections (due_by) where state in ('pending', 'sent', 'rejected');
create index sii_collections_message_id_index on sii_collections (message_id) where state = 'sent';
create index sii_collections_issued_invoice_id_index on sii_collections (issued_invoice_id);

create function check_new_sii_collections() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from inserted n
    left join lateral (select a.* from payments a where a.id = n.payment_id limit 1) p on true
    left join lateral (select a.* from sii_entries a where a.issued_invoice_id = n.issued_invoice_id limit 1) e on true
    where (p.organization_id, p.issued_invoice_id, p.paid_on) is distinct from (n.organization_id, n.issued_invoice_id, n.collected_on)
       or (e.organization_id, e.issuer_nif) is distinct from (n.organization_id, n.issuer_nif) or n.state <> 'pending') then
    raise exception 'a collection in SII starts with the payment of an invoice that has an entry there' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function guard_sii_collection() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (to_jsonb(new) - '{state,message_id,code,message,csv,answered_at}'::text[])
       is distinct from (to_jsonb(old) - '{state,message_id,code,message,csv,answered_at}'::text[])
     or not ((old.state, new.state) in (('pending', 'sent'), ('sent', 'pending'), ('sent', 'accepted'), ('sent', 'accepted_with_errors'),
       ('sent', 'rejected'), ('sent', 'withdrawn'), ('pending', 'withdrawn'), ('rejected', 'withdrawn'))) then
    raise exception 'collection % in SII: % does not follow %', old.payment_id, new.state, old.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger sii_collections_check_new after insert on sii_collections referencing new table as inserted for each statement
  execute function check_new_sii_collections();
create trigger sii_collections_guard before update on sii_collections for each row execute function guard_sii_collection();
create trigger sii_collections_refuse_delete before delete or truncate on sii_collections for each statement execute function refuse_change();

create or replace function guard_sii_message() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.id, new.organization_id, new.issuer_nif, new.kind, new.entries, new.created_at)
      is distinct from (old.id, old.organization_id, old.issuer_nif, old.kind, old.entries, old.created_at)
     or new.attempt not between old.attempt and old.attempt + 1 then
    raise exception 'message % to SII: its contents are immutable', old.id using errcode = 'restrict_violation';
  end if;
  if current_user = 'engine_retention' then
    if old.erased_at is not null or new.erased_at is distinct from now() or new.sha256 is distinct from sha256(old.request)
       or not coalesce(old.ended_at < (date_trunc('year', now() at time zone 'Europe/Madrid') - interval '6 years') at time zone 'Europe/Madrid', false) then
      raise exception '% on % is refused: a message can be erased only after its retention period', tg_op, tg_table_name
        using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.request, new.sha256, new.erased_at) is distinct from (old.request, old.sha256, old.erased_at) or old.ended_at is not null
     or (new.ended_at is not null and (
       exists (select from sii_lines l where l.message_id = new.id and l.answered_at is null)
       or exists (select from sii_collections c where c.message_id = new.id and c.state = 'sent'))) then
    raise exception 'message % to SII: it ends once, when each of its entries is answered', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

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
  insert into public.sii_collections (payment_id, organization_id, issuer_nif, issued_invoice_id, collected_on, amount, means, account, due_by, created_at)
  select p.id, p.organization_id, n.collection ->> 'issuer_nif', p.issued_invoice_id, p.paid_on, (n.collection ->> 'amount')::numeric,
         n.collection ->> 'means', p.account, (n.collection ->> 'due_by')::date, moment
  from jsonb_to_recordset(items) as n (place smallint, collection jsonb)
  join public.payments p on p.organization_id = who.organization_id and p.request_key = request and p.request_place = n.place
  where n.collection is not null and n.collection <> 'null';
  return 'done';
end $$;

-- Cancels a payment by a counter-entry for an API key. Returns `known` with the counter-entry that an earlier request made, `unknown` if the
-- organization has no such payment, `counter_entry` if it is one itself, and `many` if the invoice has no room for another one. A collection that
-- AEAT does not have is not sent any more; otherwise AEAT is told its opposite until the last day.
create function reverse_payment(token bytea, moment timestamptz, payment bigint, day date, last_day date) returns table (outcome text, counter_entry bigint)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  present record;
  final record;
  told record;
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
      select c.* into told from public.sii_collections c where c.payment_id = payment for update;
      if told.state in ('pending', 'rejected') then
        update public.sii_collections c set state = 'withdrawn' where c.payment_id = payment;
      elsif told.state <> 'withdrawn' then
        insert into public.sii_collections (payment_id, organization_id, issuer_nif, issued_invoice_id, collected_on, amount, means, account, due_by,
          created_at)
        values (counter_entry, told.organization_id, told.issuer_nif, told.issued_invoice_id, coalesce(day, present.paid_on), -told.amount, told.means,
          told.account, last_day, moment);
      end if;
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

alter table sii_collections enable row level security;
alter table sii_collections force row level security;
create policy every_organization on sii_collections to engine_operator, engine_worker using (true);
create policy overview on sii_collections for select to engine_dashboard using (true);
create policy own_organization on sii_collections for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy payments_by_key on sii_collections to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on sii_collections for select to engine_reader using (true);
grant select (payment_id, organization_id, issuer_nif, issued_invoice_id, due_by, state, code, answered_at, created_at) on sii_collections
  to engine_dashboard;
grant select on sii_collections to engine_ingress, engine_operator;
grant insert, select, update (state) on sii_collections to engine_sessions;
grant select, update (state, message_id, code, message, csv, answered_at) on sii_collections to engine_worker;

grant select on payment_requests to engine_ingress;
grant insert, select on payment_requests to engine_sessions;
grant select on payments to engine_ingress, engine_operator, engine_worker;
grant insert, select on payments to engine_sessions;
grant usage on sequence payments_id_seq to engine_sessions;
-- The grants come first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant execute on function record_payments(bytea,timestamp with time zone,uuid,bytea,jsonb) to engine_ingress;
grant execute on function reverse_payment(bytea,timestamp with time zone,bigint,date,date) to engine_ingress;
grant create on schema public to engine_sessions;
alter function record_payments(bytea,timestamp with time zone,uuid,bytea,jsonb) owner to engine_sessions;
alter function reverse_payment(bytea,timestamp with time zone,bigint,date,date) owner to engine_sessions;
revoke create on schema public from engine_sessions;
