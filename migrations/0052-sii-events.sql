-- The events of invoices in SII: AEAT's answers to their entries, and deadlines that are near.

-- When the clients were told that the deadline of an entry is near; null if they were not.
alter table sii_entries add column warned_at timestamptz;
create trigger sii_entries_warn_once before update of warned_at on sii_entries for each row when (old.warned_at is not null)
  execute function refuse_change();
grant update (warned_at) on sii_entries to engine_worker;

-- The list of events, by time: entries about whose deadlines clients were told, and answers of a rare kind. sii_lines_answered_at_index has all
-- answers.
create index sii_entries_warned_at_index on sii_entries (organization_id, warned_at, issued_invoice_id) where warned_at is not null;
create index sii_lines_faults_index on sii_lines (organization_id, answered_at, issued_invoice_id)
  where state in ('accepted_with_errors', 'rejected');

-- The data of the events, as in 0041-event-data.sql.
create function answered_entry_event(batch bigint, external_batch text, invoice bigint, external_invoice text, number text,
  state text, kind text, code integer, message text)
  returns json language sql stable parallel safe
return json_build_object(
  'invoice_batch', json_build_object('id', batch, 'external_batch_id', external_batch),
  'batch_invoice', json_build_object('id', invoice, 'external_invoice_id', external_invoice, 'invoice_number', number,
                                     'sii_state', state, 'sii_kind', kind, 'aeat_code', code, 'aeat_message', message));

create function due_entry_event(batch bigint, external_batch text, invoice bigint, external_invoice text, number text, due date)
  returns json language sql stable parallel safe
return json_build_object(
  'invoice_batch', json_build_object('id', batch, 'external_batch_id', external_batch),
  'batch_invoice', json_build_object('id', invoice, 'external_invoice_id', external_invoice, 'invoice_number', number,
                                     'due_by', to_char(due, 'YYYY-MM-DD')));

-- Stores events with a delivery for each endpoint that receives them, in the order in which they are given. Events that no endpoint receives
-- are not stored.
create function store_webhook_events(organizations bigint[], batches bigint[], types text[], times timestamptz[], bodies json[])
  returns void language plpgsql set search_path = public, pg_temp as $$
begin
  with events as (
    insert into webhook_events (organization_id, batch_id, type, occurred_at, data)
    select f.organization_id, f.batch_id, f.type, f.occurred_at, f.body
    from unnest(organizations, batches, types, times, bodies) with ordinality f (organization_id, batch_id, type, occurred_at, body, place)
    where exists (select from webhook_endpoints e
                  where e.organization_id = f.organization_id and e.removed_at is null and e.disabled_at is null and (e.event_types is null or f.type = any (e.event_types)))
    order by f.place
    returning id, organization_id, batch_id, type, occurred_at)
  insert into webhook_deliveries (event_id, endpoint_id, organization_id, batch_id, since, next_attempt_at)
  select v.id, e.id, v.organization_id, v.batch_id, v.occurred_at, v.occurred_at
  from events v
  join webhook_endpoints e on e.organization_id = v.organization_id and e.removed_at is null and e.disabled_at is null and (e.event_types is null or v.type = any (e.event_types));
end $$;

-- A line is answered once. What must be sent again, and a withdrawal, whose invoice was reported as annulled, are no events.
create function report_sii_answers() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- Who only lets entries be sent again reads no endpoints.
  if not exists (select from changed r where r.state in ('accepted', 'accepted_with_errors', 'rejected')) then
    return null;
  end if;
  if not exists (select from changed r join webhook_endpoints e on e.organization_id = r.organization_id where e.removed_at is null and e.disabled_at is null) then
    return null;
  end if;
  perform store_webhook_events(
    array_agg(f.organization_id order by f.invoice_id), array_agg(f.batch_id order by f.invoice_id), array_agg(f.type order by f.invoice_id),
    array_agg(f.answered_at order by f.invoice_id), array_agg(f.data order by f.invoice_id))
  from (
    select r.organization_id, b.id as batch_id, 'invoice.sii_' || r.state as type, r.answered_at, i.id as invoice_id,
           answered_entry_event(b.id, b.external_batch_id, i.id, i.external_invoice_id, e.invoice_number, r.state, v.kind, r.code, r.message) as data
    from changed r
    cross join lateral (
      select a.kind from sii_versions a where a.issued_invoice_id = r.issued_invoice_id and a.version = r.version limit 1) v
    cross join lateral (select a.invoice_number from sii_entries a where a.issued_invoice_id = r.issued_invoice_id limit 1) e
    cross join lateral (select a.id, a.external_invoice_id from batch_invoices a where a.id = r.issued_invoice_id limit 1) i
    cross join lateral (select a.id, a.external_batch_id from batches a where a.id = r.issued_invoice_id / 1000 limit 1) b
    where r.state in ('accepted', 'accepted_with_errors', 'rejected')) f;
  return null;
end $$;
create trigger sii_lines_report_answers after update on sii_lines referencing new table as changed for each statement
  execute function report_sii_answers();

grant execute on function answered_entry_event(bigint,text,bigint,text,text,text,text,integer,text), due_entry_event(bigint,text,bigint,text,text,date)
  to engine_ingress, engine_operator, engine_worker;
grant execute on function store_webhook_events(bigint[],bigint[],text[],timestamp with time zone[],json[])
  to engine_operator, engine_sessions, engine_worker;
