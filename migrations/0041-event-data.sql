-- One definition of the data of each event: the triggers that store events and the list of events use it. The functions have
-- no settings, so that PostgreSQL inlines them.

create function finished_batch_event(batch bigint, external_batch text, status text, invoices integer, failed integer)
  returns json language sql stable parallel safe
return json_build_object('invoice_batch', json_build_object(
  'id', batch, 'external_batch_id', external_batch, 'status', status, 'invoices_count', invoices,
  'processed_count', invoices - failed, 'failed_count', failed));

create function rendered_batch_event(batch bigint, external_batch text, invoices integer, failed integer)
  returns json language sql stable parallel safe
return json_build_object('invoice_batch', json_build_object(
  'id', batch, 'external_batch_id', external_batch, 'pdfs_count', invoices - failed));

create function failed_invoice_event(batch bigint, external_batch text, invoice bigint, external_invoice text, number text)
  returns json language sql stable parallel safe
return json_build_object(
  'invoice_batch', json_build_object('id', batch, 'external_batch_id', external_batch),
  'batch_invoice', json_build_object('id', invoice, 'external_invoice_id', external_invoice, 'invoice_number', number,
                                     'processing_status', 'failed'));

create function answered_invoice_event(batch bigint, external_batch text, invoice bigint, external_invoice text, number text,
  state text, code integer, message text)
  returns json language sql stable parallel safe
return json_build_object(
  'invoice_batch', json_build_object('id', batch, 'external_batch_id', external_batch),
  'batch_invoice', json_build_object('id', invoice, 'external_invoice_id', external_invoice, 'invoice_number', number,
                                     'verifactu_state', state, 'aeat_code', code, 'aeat_message', message));

create function annulled_invoice_event(batch bigint, external_batch text, invoice bigint, external_invoice text, number text,
  annulled timestamptz)
  returns json language sql stable parallel safe
return json_build_object(
  'invoice_batch', json_build_object('id', batch, 'external_batch_id', external_batch),
  'batch_invoice', json_build_object('id', invoice, 'external_invoice_id', external_invoice, 'invoice_number', number,
                                     'annulled_at', to_char(annulled at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));

grant execute on function finished_batch_event(bigint,text,text,integer,integer)
  to engine_ingress, engine_operator, engine_sessions, engine_worker;
grant execute on function rendered_batch_event(bigint,text,integer,integer)
  to engine_ingress, engine_operator, engine_sessions, engine_worker;
grant execute on function failed_invoice_event(bigint,text,bigint,text,text)
  to engine_ingress, engine_operator, engine_sessions, engine_worker;
grant execute on function answered_invoice_event(bigint,text,bigint,text,text,text,integer,text)
  to engine_ingress, engine_operator, engine_sessions, engine_worker;
grant execute on function annulled_invoice_event(bigint,text,bigint,text,text,timestamp with time zone)
  to engine_ingress, engine_operator, engine_sessions, engine_worker;

-- The events of a batch that changed: its failed invoices and its end, and later its PDFs.
create or replace function report_finished_batches() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from changed r join webhook_endpoints e on e.organization_id = r.organization_id where e.removed_at is null and e.disabled_at is null) then
    return null;
  end if;
  with facts as (
select r.organization_id, r.id as batch_id, 'invoice.failed' as type, r.processed_at as occurred_at,
       failed_invoice_event(r.id, r.external_batch_id, i.id, i.external_invoice_id, i.invoice_number) as data,
       1 as place, i.id as invoice_id
from changed r
join before o on o.id = r.id and o.processed_at is null
cross join lateral (
  select a.id, a.external_invoice_id, a.invoice_number from batch_invoices a
  where a.id between r.id * 1000 and r.id * 1000 + 999 and a.processing_error is not null offset 0) i
where r.processed_at is not null
union all
select r.organization_id, r.id, 'batch.finished', r.processed_at,
       finished_batch_event(r.id, r.external_batch_id, r.status, r.invoices_count, n.failed), 2, 0
from changed r
join before o on o.id = r.id and o.processed_at is null
cross join lateral (
  select count(*)::int as failed from batch_invoices a
  where a.id between r.id * 1000 and r.id * 1000 + 999 and a.processing_error is not null) n
where r.processed_at is not null
union all
select r.organization_id, r.id, 'batch.pdfs_ready', r.rendered_at,
       rendered_batch_event(r.id, r.external_batch_id, r.invoices_count, n.failed), 3, 0
from changed r
join before o on o.id = r.id and o.rendered_at is null
cross join lateral (
  select count(*)::int as failed from batch_invoices a
  where a.id between r.id * 1000 and r.id * 1000 + 999 and a.processing_error is not null) n
where r.rendered_at is not null and not r.pdfs_on_demand and r.status <> 'failed'),
  events as (
    insert into webhook_events (organization_id, batch_id, type, occurred_at, data)
    select f.organization_id, f.batch_id, f.type, f.occurred_at, f.data
    from facts f
    where exists (select from webhook_endpoints e
                  where e.organization_id = f.organization_id and e.removed_at is null and e.disabled_at is null and (e.event_types is null or f.type = any (e.event_types)))
    order by f.batch_id, f.place, f.invoice_id
    returning id, organization_id, batch_id, type, occurred_at)
  insert into webhook_deliveries (event_id, endpoint_id, organization_id, batch_id, since, next_attempt_at)
  select v.id, e.id, v.organization_id, v.batch_id, v.occurred_at, v.occurred_at
  from events v
  join webhook_endpoints e on e.organization_id = v.organization_id and e.removed_at is null and e.disabled_at is null and (e.event_types is null or v.type = any (e.event_types));
  return null;
end $$;

create or replace function report_answers() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from inserted r join webhook_endpoints e on e.organization_id = r.organization_id where e.removed_at is null and e.disabled_at is null) then
    return null;
  end if;
  with facts as (
select r.organization_id, b.id as batch_id, 'invoice.' || r.state as type, r.answered_at as occurred_at,
       answered_invoice_event(b.id, b.external_batch_id, i.id, i.external_invoice_id, x.invoice_number, r.state, r.code, r.message) as data
from inserted r
cross join lateral (
  select a.issued_invoice_id, a.kind from registration_records a where a.chain_id = r.chain_id and a.sequence = r.sequence limit 1) t
cross join lateral (select a.* from issued_invoices a where a.id = t.issued_invoice_id limit 1) x
cross join lateral (select a.id, a.external_invoice_id from batch_invoices a where a.id = x.id limit 1) i
cross join lateral (select a.id, a.external_batch_id from batches a where a.id = x.id / 1000 limit 1) b
where t.kind = 'alta'
  and not (r.state = 'rejected' and exists (
    select from registration_records p
    join record_answers q on q.chain_id = p.chain_id and q.sequence = p.sequence and q.state <> 'rejected'
    where p.issued_invoice_id = x.id and p.kind = 'alta'))
order by r.chain_id, r.sequence),
  events as (
    insert into webhook_events (organization_id, batch_id, type, occurred_at, data)
    select f.organization_id, f.batch_id, f.type, f.occurred_at, f.data
    from facts f
    where exists (select from webhook_endpoints e
                  where e.organization_id = f.organization_id and e.removed_at is null and e.disabled_at is null and (e.event_types is null or f.type = any (e.event_types)))
    returning id, organization_id, batch_id, type, occurred_at)
  insert into webhook_deliveries (event_id, endpoint_id, organization_id, batch_id, since, next_attempt_at)
  select v.id, e.id, v.organization_id, v.batch_id, v.occurred_at, v.occurred_at
  from events v
  join webhook_endpoints e on e.organization_id = v.organization_id and e.removed_at is null and e.disabled_at is null and (e.event_types is null or v.type = any (e.event_types));
  return null;
end $$;

create or replace function report_annulments() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from inserted r join webhook_endpoints e on e.organization_id = r.organization_id where e.removed_at is null and e.disabled_at is null) then
    return null;
  end if;
  with facts as (
select r.organization_id, b.id as batch_id, 'invoice.annulled' as type, r.created_at as occurred_at,
       annulled_invoice_event(b.id, b.external_batch_id, i.id, i.external_invoice_id, x.invoice_number, r.created_at) as data
from inserted r
cross join lateral (select a.* from issued_invoices a where a.id = r.issued_invoice_id limit 1) x
cross join lateral (select a.id, a.external_invoice_id from batch_invoices a where a.id = x.id limit 1) i
cross join lateral (select a.id, a.external_batch_id from batches a where a.id = x.id / 1000 limit 1) b
where r.kind = 'anulacion'
order by r.id),
  events as (
    insert into webhook_events (organization_id, batch_id, type, occurred_at, data)
    select f.organization_id, f.batch_id, f.type, f.occurred_at, f.data
    from facts f
    where exists (select from webhook_endpoints e
                  where e.organization_id = f.organization_id and e.removed_at is null and e.disabled_at is null and (e.event_types is null or f.type = any (e.event_types)))
    returning id, organization_id, batch_id, type, occurred_at)
  insert into webhook_deliveries (event_id, endpoint_id, organization_id, batch_id, since, next_attempt_at)
  select v.id, e.id, v.organization_id, v.batch_id, v.occurred_at, v.occurred_at
  from events v
  join webhook_endpoints e on e.organization_id = v.organization_id and e.removed_at is null and e.disabled_at is null and (e.event_types is null or v.type = any (e.event_types));
  return null;
end $$;
