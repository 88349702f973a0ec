-- What people order about deliveries to the SPFE, what payments tell it, and the events of deliveries.

-- When goods and invoice were received, and whether the payment was collected through a financing arrangement (Orden HAC/1028/2026, Annex II,
-- SETTLEMENT). Null if the client does not state it.
alter table payments add column goods_received_on date;
alter table payments add column invoice_received_on date;
alter table payments add column is_financed boolean;
alter table payments add constraint payments_facts_check
  check (reverses_id is null or (goods_received_on is null and invoice_received_on is null and is_financed is null)) not valid;

-- What somebody ordered about a delivery: its withdrawal, another version, a fact that was missing, or the report of a default. A request of the API
-- has an Idempotency-Key, which is never free again. Append-only.
create table spfe_orders (
  id bigserial,
  organization_id bigint not null,
  issued_invoice_id bigint not null,
  action varchar(8) not null,
  -- The version of the delivery that it orders; null if it orders none. It is written after the order.
  version integer,
  -- The fact that it states: `is_business` or `establishment_in_spain`.
  fact varchar(22),
  is_so boolean,
  reason text,
  request_key uuid,
  -- SHA-256 of what the request asked for.
  sha256 bytea,
  ordered_by text not null,
  ordered_at timestamptz not null,
  primary key (id),
  constraint spfe_orders_issued_invoice_id_foreign foreign key (issued_invoice_id) references spfe_deliveries(issued_invoice_id),
  constraint spfe_orders_action_check check (action in ('withdraw', 'resend', 'facts', 'default')),
  constraint spfe_orders_fact_check check ((action = 'facts') = (fact is not null) and (fact is null) = (is_so is null)
    and fact in ('is_business', 'establishment_in_spain')),
  constraint spfe_orders_request_check check ((request_key is null) = (sha256 is null)),
  constraint spfe_orders_sha256_check check (length(sha256) = 32)
);
create unique index spfe_orders_request_key_unique on spfe_orders (organization_id, request_key) where request_key is not null;
create unique index spfe_orders_version_unique on spfe_orders (issued_invoice_id, version) where version is not null;
create index spfe_orders_issued_invoice_id_index on spfe_orders (issued_invoice_id, id);

create trigger spfe_orders_refuse_change before update or delete or truncate on spfe_orders for each statement execute function refuse_change();
create constraint trigger spfe_orders_require_act after insert on spfe_orders
  deferrable initially deferred for each row when (current_user in ('engine_operator', 'engine_acts'))
  execute function require_act('issued_invoice_id', 'spfe.order');

-- What the SPFE does not have needs no cancellation.
create function supersede_spfe_cancellations() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from changed c where c.state = 'rejected' and c.cancels_id is null) then
    update spfe_messages m set state = 'superseded'
    from changed c where c.state = 'rejected' and m.cancels_id = c.id and m.state = 'pending';
  end if;
  return null;
end $$;
create trigger spfe_messages_supersede_cancellations after update on spfe_messages referencing new table as changed for each statement
  execute function supersede_spfe_cancellations();

-- Returns the id of the last withdrawal of an invoice that AEAT accepted, with which its earlier messages ended; 0 if there is none.
create function last_spfe_withdrawal(invoice bigint) returns bigint
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return (select coalesce(max(w.id), 0) from public.spfe_messages w
          where w.issued_invoice_id = invoice and w.kind = 'CANCELINVOICE' and w.state = 'accepted');
end $$;

-- Derives the message that an invoice was collected (Orden, art. 7.2) for each of the invoices of which nothing is left to pay, unless it has one. Its
-- day is that of the last payment, and each fact the last stated one among the payments that stand. What is paid back is no collection.
create function settle_in_spfe(organization bigint, invoices bigint[], dues date[], who text, moment timestamptz) returns void
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, effective_on, due_on, is_financed, goods_received_on,
    invoice_received_on, payment_id, requested_by, requested_at)
  select d.organization_id, d.issuer_nif, d.issued_invoice_id, 'SETTLEMENT', c.paid_on, n.due_on, coalesce(c.financed[1], false), c.goods[1], c.received[1],
         l.id, who, moment
  from unnest(invoices, dues) as n (invoice, due_on)
  cross join lateral (
    select a.* from public.spfe_deliveries a where a.issued_invoice_id = n.invoice and a.organization_id = organization limit 1) d
  cross join lateral (
    select p.id, p.outstanding, p.amount from public.payments p where p.issued_invoice_id = n.invoice order by p.ordinal desc limit 1) l
  cross join lateral (
    select max(p.paid_on) as paid_on,
           array_agg(p.is_financed order by p.ordinal desc) filter (where p.is_financed is not null) as financed,
           array_agg(p.goods_received_on order by p.ordinal desc) filter (where p.goods_received_on is not null) as goods,
           array_agg(p.invoice_received_on order by p.ordinal desc) filter (where p.invoice_received_on is not null) as received
    from public.payments p
    where p.issued_invoice_id = n.invoice and p.reverses_id is null and p.means <> 'not_collected'
      and not exists (select from public.payments r where r.reverses_id = p.id)) c
  where d.state not in ('not_concerned', 'unknown', 'elsewhere', 'withdrawn') and d.channel <> 'elsewhere' and l.outstanding = 0 and l.amount > 0
    and not exists (
      select from public.spfe_messages m
      where m.issued_invoice_id = n.invoice and m.kind = 'SETTLEMENT' and m.state not in ('rejected', 'superseded')
        and m.id > public.last_spfe_withdrawal(n.invoice)
        and not exists (select from public.spfe_messages k where k.cancels_id = m.id and k.state <> 'superseded'))
  order by n.invoice;
end $$;

-- Takes back the last message of a kind about an invoice: it is not sent, or the SPFE is told that it was wrong. Returns the message that tells it, the
-- superseded one, or null if there is none to take back.
create function take_back_in_spfe(invoice bigint, told varchar, payment bigint, who text, moment timestamptz) returns bigint
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  last record;
  cancelling bigint;
begin
  select m.* into last from public.spfe_messages m
  where m.issued_invoice_id = invoice and m.kind = told and m.state <> 'superseded' and m.id > public.last_spfe_withdrawal(invoice)
    and not exists (select from public.spfe_messages k where k.cancels_id = m.id and k.state not in ('rejected', 'superseded'))
  order by m.id desc limit 1 for update;
  if not found then
    return null;
  end if;
  if last.state in ('pending', 'rejected') then
    update public.spfe_messages m set state = 'superseded' where m.id = last.id;
    return last.id;
  end if;
  insert into public.spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, payment_id, cancels_id, requested_by, requested_at)
  values (last.organization_id, last.issuer_nif, invoice, 'CANCEL' || told, payment, last.id, who, moment)
  returning id into cancelling;
  return cancelling;
end $$;

-- As in 0051-payments.sql, and derives what the SPFE is told.
drop function record_payments(bytea, timestamptz, uuid, bytea, jsonb);
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
  insert into public.payments (organization_id, issued_invoice_id, ordinal, paid_on, amount, currency, means, account, outstanding, goods_received_on, invoice_received_on, is_financed, request_key,
    request_place, recorded_by, recorded_at)
  select who.organization_id, n.invoice, n.ordinal, n.paid_on, n.amount, n.currency, n.means, n.account, n.outstanding, n.goods_received_on, n.invoice_received_on, n.is_financed, request, n.place,
         'key:' || who.id, moment
  from jsonb_to_recordset(items) as n (place smallint, invoice bigint, ordinal integer, paid_on date, amount numeric, currency text, means text,
    account text, outstanding numeric, goods_received_on date, invoice_received_on date, is_financed boolean)
  -- The order of invoices keeps two requests from waiting for each other.
  order by n.invoice, n.ordinal;
  insert into public.sii_collections (payment_id, organization_id, issuer_nif, issued_invoice_id, collected_on, amount, means, account, due_by, created_at)
  select p.id, p.organization_id, n.collection ->> 'issuer_nif', p.issued_invoice_id, p.paid_on, (n.collection ->> 'amount')::numeric,
         n.collection ->> 'means', p.account, (n.collection ->> 'due_by')::date, moment
  from jsonb_to_recordset(items) as n (place smallint, collection jsonb)
  join public.payments p on p.organization_id = who.organization_id and p.request_key = request and p.request_place = n.place
  where n.collection is not null and n.collection <> 'null';
  perform public.settle_in_spfe(who.organization_id, array_agg(n.invoice), array_agg((n.settlement ->> 'due_on')::date), 'key:' || who.id, moment)
  from jsonb_to_recordset(items) as n (invoice bigint, settlement jsonb)
  where n.settlement is not null and n.settlement <> 'null'
  having count(*) > 0;
  return 'done';
end $$;

drop function reverse_payment(bytea, timestamptz, bigint, date, date);
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
      if final.outstanding = 0 and present.means <> 'not_collected' then
        perform public.take_back_in_spfe(present.issued_invoice_id, 'SETTLEMENT', counter_entry, 'key:' || who.id, moment);
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

-- Orders the withdrawal of an admitted document (CANCELINVOICE; Orden, arts. 3.5 and 5.5): because its operation never existed, or because the original
-- is sent through the SPFE instead of the copy. What waits to be told about it stays until AEAT has withdrawn it, because AEAT may refuse. Returns `done`, or what keeps it from being done: `unknown`, `state` or `channel`.
create function withdraw_from_spfe(organization bigint, invoice bigint, why text, note text, key uuid, asked bytea, who text, moment timestamptz) returns text
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  delivery record;
begin
  select d.* into delivery from public.spfe_deliveries d where d.issued_invoice_id = invoice and d.organization_id = organization for update;
  if not found then
    return 'unknown';
  end if;
  if delivery.state <> 'admitted' then
    return 'state';
  end if;
  if why = 'interconnect_instead' and delivery.channel <> 'copy' then
    return 'channel';
  end if;
  insert into public.spfe_orders (organization_id, issued_invoice_id, action, version, reason, request_key, sha256, ordered_by, ordered_at)
  values (organization, invoice, 'withdraw', case why when 'interconnect_instead' then delivery.version + 1 end, coalesce(note, why), key, asked, who, moment);
  insert into public.spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, effective_on, request_key, requested_by, reason, requested_at)
  values (organization, delivery.issuer_nif, invoice, 'CANCELINVOICE', (moment at time zone 'Europe/Madrid')::date, key, who, why, moment);
  update public.spfe_deliveries d set state = 'withdrawing' where d.issued_invoice_id = invoice;
  return 'done';
end $$;

-- Orders that a document is sent again: another version of one that was rejected or of which the SPFE has other contents, or the present one of a
-- delivery that is held, or blocked because an earlier version of the engine could not express it. Returns `done`, `unknown` or `state`.
create function resend_to_spfe(organization bigint, invoice bigint, note text, key uuid, asked bytea, who text, moment timestamptz) returns text
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  delivery record;
  next integer;
begin
  select d.* into delivery from public.spfe_deliveries d where d.issued_invoice_id = invoice and d.organization_id = organization for update;
  if not found then
    return 'unknown';
  end if;
  if delivery.state not in ('rejected', 'conflict', 'held', 'blocked') then
    return 'state';
  end if;
  next := case when delivery.state in ('rejected', 'conflict') then delivery.version + 1 end;
  insert into public.spfe_orders (organization_id, issued_invoice_id, action, version, reason, request_key, sha256, ordered_by, ordered_at)
  values (organization, invoice, 'resend', next, note, key, asked, who, moment);
  update public.spfe_deliveries d
  set state = case d.mode when 'prepare' then 'prepared' else 'pending' end, version = coalesce(next, d.version), not_before = null,
      rule = null, message = case when d.state <> 'blocked' then d.message end, message_es = null
  where d.issued_invoice_id = invoice;
  return 'done';
end $$;

-- Records a fact without which nobody could tell whether the duty concerns an invoice. One recipient who is concerned suffices. Returns `done`,
-- `unknown`, `state` or `fact` if it is not missing.
create function state_spfe_fact(organization bigint, invoice bigint, named text, so boolean, due date, is_settled boolean, key uuid, asked bytea, who text,
  moment timestamptz) returns text
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  delivery record;
  rest text[];
begin
  select d.* into delivery from public.spfe_deliveries d where d.issued_invoice_id = invoice and d.organization_id = organization for update;
  if not found then
    return 'unknown';
  end if;
  if delivery.state <> 'unknown' then
    return 'state';
  end if;
  if not named = any (delivery.missing) then
    return 'fact';
  end if;
  insert into public.spfe_orders (organization_id, issued_invoice_id, action, fact, is_so, request_key, sha256, ordered_by, ordered_at)
  values (organization, invoice, 'facts', named, so, key, asked, who, moment);
  rest := array_remove(delivery.missing, named);
  if so then
    update public.spfe_deliveries d
    set state = case when d.channel = 'elsewhere' then 'elsewhere' when d.mode = 'send' then 'pending' else 'prepared' end, missing = null,
        due_by = case when d.mode = 'send' and d.channel <> 'elsewhere' then d.created_at end
    where d.issued_invoice_id = invoice;
    -- The invoice may be paid meanwhile.
    if not is_settled then
      perform public.settle_in_spfe(organization, array[invoice], array[due], who, moment);
    end if;
  elsif cardinality(rest) > 0 then
    update public.spfe_deliveries d set missing = rest where d.issued_invoice_id = invoice;
  else
    update public.spfe_deliveries d
    set state = 'not_concerned', missing = null, reason = case named when 'is_business' then 'consumer' else 'foreign_recipient' end
    where d.issued_invoice_id = invoice;
  end if;
  return 'done';
end $$;

-- Returns what an earlier request with an Idempotency-Key makes of the next one: `known`, `reused` if it asked for something else, or null.
create function find_spfe_order(organization bigint, key uuid, asked bytea) returns text
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return (select case when o.sha256 = asked then 'known' else 'reused' end from public.spfe_orders o
          where o.organization_id = organization and o.request_key = key);
end $$;

-- The orders of an API key. Each returns `forbidden` if it lacks the right or the session has ended, `known` if an earlier request with the same
-- Idempotency-Key ordered the same, `reused` if it ordered something else, or what the functions above return.
create function order_spfe_withdrawal(token bytea, moment timestamptz, key uuid, asked bytea, invoice bigint, why text) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who record;
begin
  select * into who from public.find_session_key(token, moment, 'correct');
  if not found then
    return 'forbidden';
  end if;
  return coalesce(public.find_spfe_order(who.organization_id, key, asked),
                  public.withdraw_from_spfe(who.organization_id, invoice, why, null, key, asked, 'key:' || who.id, moment));
end $$;

create function order_spfe_version(token bytea, moment timestamptz, key uuid, asked bytea, invoice bigint, note text) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who record;
begin
  select * into who from public.find_session_key(token, moment, 'correct');
  if not found then
    return 'forbidden';
  end if;
  return coalesce(public.find_spfe_order(who.organization_id, key, asked),
                  public.resend_to_spfe(who.organization_id, invoice, note, key, asked, 'key:' || who.id, moment));
end $$;

create function record_spfe_fact(token bytea, moment timestamptz, key uuid, asked bytea, invoice bigint, named text, so boolean, due date,
  is_settled boolean) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who record;
begin
  select * into who from public.find_session_key(token, moment, 'correct');
  if not found then
    return 'forbidden';
  end if;
  return coalesce(public.find_spfe_order(who.organization_id, key, asked),
                  public.state_spfe_fact(who.organization_id, invoice, named, so, due, is_settled, key, asked, 'key:' || who.id, moment));
end $$;

-- Records that an invoice was not paid when it was due (DEFAULT), for an API key with the right to record payments. Returns also `state` if the duty does
-- not concern the invoice, `settled` if nothing is left to pay, and `open` if a default is reported.
create function report_spfe_default(token bytea, moment timestamptz, key uuid, asked bytea, invoice bigint, due date, goods date, received date) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  delivery record;
  earlier text;
begin
  select * into who from public.find_session_key(token, moment, 'payments');
  if not found then
    return 'forbidden';
  end if;
  earlier := public.find_spfe_order(who.organization_id, key, asked);
  if earlier is not null then
    return earlier;
  end if;
  -- The lock makes requests for one invoice follow each other.
  select d.* into delivery from public.spfe_deliveries d where d.issued_invoice_id = invoice and d.organization_id = who.organization_id for update;
  if not found then
    return 'unknown';
  end if;
  if delivery.state in ('not_concerned', 'unknown', 'elsewhere', 'withdrawing', 'withdrawn') then
    return 'state';
  end if;
  if (select p.outstanding from public.payments p where p.issued_invoice_id = invoice order by p.ordinal desc limit 1) = 0 then
    return 'settled';
  end if;
  if exists (
    select from public.spfe_messages m
    where m.issued_invoice_id = invoice and m.kind = 'DEFAULT' and m.state not in ('rejected', 'superseded')
      and m.id > public.last_spfe_withdrawal(invoice)
      and not exists (select from public.spfe_messages k where k.cancels_id = m.id and k.state = 'accepted')) then
    return 'open';
  end if;
  insert into public.spfe_orders (organization_id, issued_invoice_id, action, request_key, sha256, ordered_by, ordered_at)
  values (who.organization_id, invoice, 'default', key, asked, 'key:' || who.id, moment);
  insert into public.spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, effective_on, goods_received_on, invoice_received_on, request_key,
    requested_by, requested_at)
  values (who.organization_id, delivery.issuer_nif, invoice, 'DEFAULT', due, goods, received, key, 'key:' || who.id, moment);
  return 'done';
end $$;

-- Takes back the default of an invoice for an API key. Returns `forbidden`, `unknown`, `done` or `known` if there is none to take back.
create function take_back_spfe_default(token bytea, moment timestamptz, invoice bigint) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who record;
begin
  select * into who from public.find_session_key(token, moment, 'payments');
  if not found then
    return 'forbidden';
  end if;
  perform from public.spfe_deliveries d where d.issued_invoice_id = invoice and d.organization_id = who.organization_id for update;
  if not found then
    return 'unknown';
  end if;
  return case when public.take_back_in_spfe(invoice, 'DEFAULT', null, 'key:' || who.id, moment) is null then 'known' else 'done' end;
end $$;

-- A document that waits is not sent after its invoice was annulled: a person decides.
create function hold_annulled_spfe_deliveries() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from inserted n where n.kind = 'anulacion') then
    update spfe_deliveries d set state = 'held'
    from inserted n where n.kind = 'anulacion' and d.issued_invoice_id = n.issued_invoice_id and d.state = 'pending';
  end if;
  return null;
end $$;
create trigger corrections_hold_spfe_deliveries after insert on corrections referencing new table as inserted for each statement
  execute function hold_annulled_spfe_deliveries();

-- What happened to a delivery: each transition of which clients are told, once. Append-only.
create table spfe_events (
  id bigserial,
  organization_id bigint not null,
  issued_invoice_id bigint not null,
  kind varchar(21) not null,
  occurred_at timestamptz not null,
  -- What the event says beside the invoice.
  details jsonb not null,
  primary key (id),
  constraint spfe_events_issued_invoice_id_foreign foreign key (issued_invoice_id) references spfe_deliveries(issued_invoice_id),
  constraint spfe_events_kind_check check (kind in ('admitted', 'rejected', 'withdrawn', 'overdue', 'paid_by_recipient', 'rejected_by_recipient'))
);
create index spfe_events_occurred_at_index on spfe_events (organization_id, occurred_at, id);
create trigger spfe_events_refuse_change before update or delete or truncate on spfe_events for each statement execute function refuse_change();

-- The longest type of an event has 34 characters.
drop trigger webhook_events_name on webhook_events;
alter table webhook_events alter column type type varchar(40);
create trigger webhook_events_name before insert on webhook_events for each row when (new.type <> 'webhook.test')
  execute function name_webhook_event();

-- The data of the events, as in 0041-event-data.sql.
create function spfe_event(batch bigint, external_batch text, invoice bigint, external_invoice text, number text, details jsonb)
  returns json language sql stable parallel safe
return json_build_object(
  'invoice_batch', json_build_object('id', batch, 'external_batch_id', external_batch),
  'batch_invoice', jsonb_build_object('id', invoice, 'external_invoice_id', external_invoice, 'invoice_number', number) || details);

create function report_spfe_events() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from inserted r join webhook_endpoints e on e.organization_id = r.organization_id where e.removed_at is null and e.disabled_at is null) then
    return null;
  end if;
  perform store_webhook_events(
    array_agg(f.organization_id order by f.id), array_agg(f.batch_id order by f.id), array_agg(f.type order by f.id),
    array_agg(f.occurred_at order by f.id), array_agg(f.data order by f.id))
  from (
    select r.organization_id, b.id as batch_id, 'invoice.spfe_' || r.kind as type, r.occurred_at, r.id,
           spfe_event(b.id, b.external_batch_id, i.id, i.external_invoice_id, d.invoice_number, r.details) as data
    from inserted r
    cross join lateral (select a.invoice_number from spfe_deliveries a where a.issued_invoice_id = r.issued_invoice_id limit 1) d
    cross join lateral (select a.id, a.external_invoice_id from batch_invoices a where a.id = r.issued_invoice_id limit 1) i
    cross join lateral (select a.id, a.external_batch_id from batches a where a.id = r.issued_invoice_id / 1000 limit 1) b) f;
  return null;
end $$;
create trigger spfe_events_report after insert on spfe_events referencing new table as inserted for each statement execute function report_spfe_events();

-- A refused withdrawal leaves the document admitted, which is no event. A copy that was withdrawn for its original is followed by the original.
create function follow_spfe_deliveries() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  standing bigint[];
begin
  if not exists (
    select from changed c join former f on f.issued_invoice_id = c.issued_invoice_id
    where (c.state <> f.state and c.state in ('admitted', 'rejected', 'withdrawn')) or (c.warned_at is not null and f.warned_at is null)) then
    return null;
  end if;
  insert into spfe_events (organization_id, issued_invoice_id, kind, occurred_at, details)
  select c.organization_id, c.issued_invoice_id, c.state,
         case when c.answered_at is distinct from f.answered_at then coalesce(c.answered_at, clock_timestamp()) else clock_timestamp() end,
         case c.state
           when 'admitted' then jsonb_build_object('spfe_state', c.state, 'is_copy', c.channel = 'copy', 'csv', c.csv, 'localizador', c.localizador)
           when 'rejected' then jsonb_build_object('spfe_state', c.state, 'spfe_code', c.code, 'spfe_message', c.message)
           else jsonb_build_object('spfe_state', c.state) end
  from changed c join former f on f.issued_invoice_id = c.issued_invoice_id
  where c.state <> f.state and c.state in ('admitted', 'rejected', 'withdrawn') and not (c.state = 'admitted' and f.state = 'withdrawing')
  order by c.issued_invoice_id;
  insert into spfe_events (organization_id, issued_invoice_id, kind, occurred_at, details)
  select c.organization_id, c.issued_invoice_id, 'overdue', c.warned_at,
         jsonb_build_object('due_by', to_char(c.due_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  from changed c join former f on f.issued_invoice_id = c.issued_invoice_id
  where c.warned_at is not null and f.warned_at is null
  order by c.issued_invoice_id;
  if exists (select from changed c where c.state = 'withdrawn') then
    update spfe_deliveries d set state = 'pending', channel = 'interconnect', version = d.version + 1
    from changed c
    where c.state = 'withdrawn' and d.issued_invoice_id = c.issued_invoice_id and d.state = 'withdrawn' and d.channel = 'copy'
      and exists (select from spfe_orders o where o.issued_invoice_id = d.issued_invoice_id and o.action = 'withdraw' and o.version = d.version + 1);
    -- AEAT's events of the copy ended with it. Those that nobody cancelled, and what waits, follow the original in the order in which they were told.
    standing := array(
      select m.id
      from changed c
      join spfe_deliveries d on d.issued_invoice_id = c.issued_invoice_id and d.state = 'pending'
      join spfe_messages m on m.issued_invoice_id = c.issued_invoice_id and m.kind in ('SETTLEMENT', 'DEFAULT') and m.state in ('accepted', 'pending')
      where c.state = 'withdrawn' and not exists (select from spfe_messages k where k.cancels_id = m.id and k.state <> 'superseded'));
    update spfe_messages m set state = 'superseded'
    from changed c where c.state = 'withdrawn' and m.issued_invoice_id = c.issued_invoice_id and m.state = 'pending';
    insert into spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, effective_on, due_on, is_financed, goods_received_on,
      invoice_received_on, payment_id, requested_by, requested_at)
    select m.organization_id, m.issuer_nif, m.issued_invoice_id, m.kind, m.effective_on, m.due_on, m.is_financed, m.goods_received_on,
           m.invoice_received_on, m.payment_id, m.requested_by, coalesce(c.answered_at, clock_timestamp())
    from spfe_messages m join changed c on c.issued_invoice_id = m.issued_invoice_id
    where m.id = any (standing)
    order by m.id;
  end if;
  return null;
end $$;
create trigger spfe_deliveries_follow after update on spfe_deliveries referencing old table as former new table as changed for each statement
  execute function follow_spfe_deliveries();

create function follow_spfe_reports() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into spfe_events (organization_id, issued_invoice_id, kind, occurred_at, details)
  select n.organization_id, n.issued_invoice_id, case n.kind when 'PAYMENT' then 'paid_by_recipient' else 'rejected_by_recipient' end, n.first_seen_at,
         case n.kind when 'PAYMENT' then jsonb_build_object('paid_on', to_char(n.effective_on, 'YYYY-MM-DD'), 'due_on', to_char(n.due_on, 'YYYY-MM-DD'))
                     else jsonb_build_object('rejected_on', to_char(n.effective_on, 'YYYY-MM-DD'), 'condition', n.condition) end
  from inserted n
  order by n.id;
  return null;
end $$;
create trigger spfe_recipient_reports_follow after insert on spfe_recipient_reports referencing new table as inserted for each statement
  execute function follow_spfe_reports();

-- The list of deliveries by their state, and of those that are overdue.
create index spfe_deliveries_state_index on spfe_deliveries (organization_id, state, issued_invoice_id) where state <> 'admitted';
create index spfe_deliveries_unwarned_index on spfe_deliveries (due_by)
  where warned_at is null and state in ('held', 'blocked', 'pending', 'sending', 'uncertain', 'rejected', 'conflict');

alter table spfe_orders enable row level security;
alter table spfe_orders force row level security;
alter table spfe_events enable row level security;
alter table spfe_events force row level security;
create policy every_organization on spfe_orders to engine_operator, engine_worker using (true);
create policy own_organization on spfe_orders for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy orders_by_key on spfe_orders to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on spfe_orders for select to engine_reader using (true);
create policy every_organization on spfe_events to engine_operator, engine_worker using (true);
create policy own_organization on spfe_events for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy orders_by_key on spfe_events to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on spfe_events for select to engine_reader using (true);
create policy orders_by_key on spfe_deliveries to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy orders_by_key on spfe_messages to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));

grant insert, select on spfe_orders to engine_operator, engine_sessions;
grant select on spfe_orders to engine_ingress, engine_worker;
grant usage on sequence spfe_orders_id_seq to engine_operator, engine_sessions;
grant insert, select on spfe_events to engine_worker;
grant select on spfe_events to engine_ingress;
grant usage on sequence spfe_events_id_seq to engine_worker;
grant select, update (channel, state, reason, missing, rule, due_by, version, message, message_es, not_before) on spfe_deliveries to engine_sessions;
grant insert, select, update (is_sendable, state) on spfe_messages to engine_sessions;
grant usage on sequence spfe_messages_id_seq to engine_sessions;
grant execute on function spfe_event(bigint,text,bigint,text,text,jsonb) to engine_ingress, engine_worker;
grant execute on function last_spfe_withdrawal(bigint) to engine_operator, engine_sessions;
grant execute on function settle_in_spfe(bigint,bigint[],date[],text,timestamp with time zone) to engine_operator, engine_sessions;
grant execute on function take_back_in_spfe(bigint,character varying,bigint,text,timestamp with time zone) to engine_sessions;
grant execute on function withdraw_from_spfe(bigint,bigint,text,text,uuid,bytea,text,timestamp with time zone),
  resend_to_spfe(bigint,bigint,text,uuid,bytea,text,timestamp with time zone),
  state_spfe_fact(bigint,bigint,text,boolean,date,boolean,uuid,bytea,text,timestamp with time zone) to engine_operator, engine_sessions;
grant execute on function find_spfe_order(bigint,uuid,bytea) to engine_sessions;
-- The grants come first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant execute on function record_payments(bytea,timestamp with time zone,uuid,bytea,jsonb),
  reverse_payment(bytea,timestamp with time zone,bigint,date,date),
  order_spfe_withdrawal(bytea,timestamp with time zone,uuid,bytea,bigint,text),
  order_spfe_version(bytea,timestamp with time zone,uuid,bytea,bigint,text),
  record_spfe_fact(bytea,timestamp with time zone,uuid,bytea,bigint,text,boolean,date,boolean),
  report_spfe_default(bytea,timestamp with time zone,uuid,bytea,bigint,date,date,date),
  take_back_spfe_default(bytea,timestamp with time zone,bigint) to engine_ingress;
grant create on schema public to engine_sessions;
alter function record_payments(bytea,timestamp with time zone,uuid,bytea,jsonb) owner to engine_sessions;
alter function reverse_payment(bytea,timestamp with time zone,bigint,date,date) owner to engine_sessions;
alter function order_spfe_withdrawal(bytea,timestamp with time zone,uuid,bytea,bigint,text) owner to engine_sessions;
alter function order_spfe_version(bytea,timestamp with time zone,uuid,bytea,bigint,text) owner to engine_sessions;
alter function record_spfe_fact(bytea,timestamp with time zone,uuid,bytea,bigint,text,boolean,date,boolean) owner to engine_sessions;
alter function report_spfe_default(bytea,timestamp with time zone,uuid,bytea,bigint,date,date,date) owner to engine_sessions;
alter function take_back_spfe_default(bytea,timestamp with time zone,bigint) owner to engine_sessions;
revoke create on schema public from engine_sessions;
