-- A URL that receives the events of an organization, and the state of its deliveries.
create table webhook_endpoints (
  id bigserial,
  organization_id bigint not null,
  url text not null,
  event_types text[],
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_until timestamptz,
  created_at timestamptz not null,
  disabled_at timestamptz,
  removed_at timestamptz,
  failures integer default 0 not null,
  failing_since timestamptz,
  retry_after timestamptz,
  leased_until timestamptz,
  primary key (id),
  constraint webhook_endpoints_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint webhook_endpoints_previous_check check ((sealed_previous_secret is null) = (previous_until is null))
);
create index webhook_endpoints_live_index on webhook_endpoints (organization_id)
  where removed_at is null and disabled_at is null;

-- An event of a batch or of one of its invoices. Triggers insert events.
create table webhook_events (
  id bigserial,
  organization_id bigint not null,
  batch_id bigint not null,
  type varchar(32) not null,
  message_id uuid default gen_random_uuid() not null,
  occurred_at timestamptz not null,
  data json not null,
  primary key (id),
  constraint webhook_events_message_id_unique unique (message_id)
);
create index webhook_events_occurred_at_index on webhook_events (occurred_at);

-- The delivery of an event to an endpoint.
create table webhook_deliveries (
  event_id bigint,
  endpoint_id bigint,
  organization_id bigint not null,
  batch_id bigint not null,
  since timestamptz not null,
  attempts integer default 0 not null,
  next_attempt_at timestamptz not null,
  first_failed_at timestamptz,
  last_failure text,
  ended_at timestamptz,
  outcome varchar(10),
  primary key (event_id, endpoint_id),
  constraint webhook_deliveries_ended_check check ((outcome is null) = (ended_at is null)),
  constraint webhook_deliveries_outcome_check check (outcome in ('delivered', 'given_up', 'dropped'))
);
create index webhook_deliveries_ended_at_index on webhook_deliveries (ended_at)
  where ended_at is not null;
create index webhook_deliveries_given_up_index on webhook_deliveries (endpoint_id)
  where outcome = 'given_up';
create index webhook_deliveries_open_index on webhook_deliveries (endpoint_id, batch_id, event_id)
  where ended_at is null;

create function report_annulments() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from inserted r join webhook_endpoints e on e.organization_id = r.organization_id where e.removed_at is null and e.disabled_at is null) then
    return null;
  end if;
  with facts as (
select r.organization_id, b.id as batch_id, 'invoice.annulled' as type, r.created_at as occurred_at,

json_build_object(
  'invoice_batch', json_build_object('id', b.id, 'external_batch_id', b.external_batch_id),
  'batch_invoice', json_build_object('id', i.id, 'external_invoice_id', i.external_invoice_id, 'invoice_number', x.invoice_number, 'annulled_at', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))) as data
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

create function report_answers() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from inserted r join webhook_endpoints e on e.organization_id = r.organization_id where e.removed_at is null and e.disabled_at is null) then
    return null;
  end if;
  with facts as (
select r.organization_id, b.id as batch_id, 'invoice.' || r.state as type, r.answered_at as occurred_at,

json_build_object(
  'invoice_batch', json_build_object('id', b.id, 'external_batch_id', b.external_batch_id),
  'batch_invoice', json_build_object('id', i.id, 'external_invoice_id', i.external_invoice_id, 'invoice_number', x.invoice_number, 'verifactu_state', r.state, 'aeat_code', r.code, 'aeat_message', r.message)) as data
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

create function report_finished_batches() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from changed r join webhook_endpoints e on e.organization_id = r.organization_id where e.removed_at is null and e.disabled_at is null) then
    return null;
  end if;
  with facts as (
select r.organization_id, r.id as batch_id, 'batch.finished' as type, r.processed_at as occurred_at,
       json_build_object('invoice_batch', json_build_object(
         'id', r.id, 'external_batch_id', r.external_batch_id, 'status', r.status, 'invoices_count', r.invoices_count,
         'processed_count', r.invoices_count - n.failed, 'failed_count', n.failed)) as data
from changed r
join before o on o.id = r.id and o.processed_at is null
cross join lateral (
  select count(*)::int as failed from batch_invoices a
  where a.id between r.id * 1000 and r.id * 1000 + 999 and a.processing_error is not null) n
where r.processed_at is not null
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

create trigger batches_tell after update on batches referencing old table as before new table as changed for each statement
  execute function report_finished_batches();

create trigger corrections_tell after insert on corrections referencing new table as inserted for each statement
  execute function report_annulments();

create trigger record_answers_tell after insert on record_answers referencing new table as inserted for each statement
  execute function report_answers();

create trigger webhook_deliveries_require_act after update on webhook_deliveries referencing new table as changed
  for each statement when (current_user = 'engine_operator')
  execute function require_replay_act();

create constraint trigger webhook_endpoints_require_act_insert after insert on webhook_endpoints
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'webhook.add');
create constraint trigger webhook_endpoints_require_act_update after update on webhook_endpoints
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.remove', 'webhook.replay');
