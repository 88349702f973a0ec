-- The list of events, which is derived from what is stored anyway, and the replay of a span of it to an endpoint.

-- The last of the times by which events are listed that had no index. One entry for each batch.
create index batches_rendered_at_index on batches (organization_id, rendered_at, id)
  where rendered_at is not null and not pdfs_on_demand and status <> 'failed';

-- The id of an event: the same in the list of events, in deliveries and in replays.
create function webhook_event_id(type text, subject bigint, occurred timestamptz) returns uuid language sql stable
  set search_path = pg_catalog, pg_temp
return md5(type || ' ' || subject || ' ' || (extract(epoch from occurred) * 1000000)::bigint)::uuid;

-- Two events of one kind that an invoice has at the same time keep different ids, as do test events.
create function name_webhook_event() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  named uuid;
begin
  named := webhook_event_id(new.type, coalesce(new.data -> 'batch_invoice' ->> 'id', new.data -> 'invoice_batch' ->> 'id')::bigint,
                            new.occurred_at);
  if named is not null and not exists (select from webhook_events v where v.message_id = named) then
    new.message_id := named;
  end if;
  return new;
end $$;
create trigger webhook_events_name before insert on webhook_events for each row when (new.type <> 'webhook.test')
  execute function name_webhook_event();
grant execute on function webhook_event_id(text,bigint,timestamp with time zone) to engine_ingress, engine_operator, engine_sessions, engine_worker;

-- Sends listed events to an endpoint: those that it never received and those that were given up or dropped, or with `again`
-- also those that it received. An event that waits keeps its place. Returns what happened and the number of events that now
-- wait: `forbidden`, `unknown` and `disabled` as send_webhook_test, `full` if the endpoint already has many events.
create function replay_webhook_events(token bytea, moment timestamptz, wanted bigint, again boolean, most_waiting integer, ids uuid[], batches bigint[],
  types text[], times timestamptz[], bodies text[]) returns table (outcome text, queued integer)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  found_endpoint record;
begin
  select * into who from public.find_session_key(token, moment, 'webhooks');
  if not found then
    return query select 'forbidden', 0;
    return;
  end if;
  select e.id, e.disabled_at into found_endpoint from public.webhook_endpoints e
  where e.id = wanted and e.organization_id = who.organization_id and e.removed_at is null for update;
  if not found then
    return query select 'unknown', 0;
    return;
  end if;
  if found_endpoint.disabled_at is not null then
    return query select 'disabled', 0;
    return;
  end if;
  if (select count(*) from (select from public.webhook_deliveries d
                            where d.endpoint_id = wanted and d.ended_at is null limit most_waiting) w) >= most_waiting then
    return query select 'full', 0;
    return;
  end if;
  insert into public.webhook_events (organization_id, batch_id, type, message_id, occurred_at, data)
  select who.organization_id, n.batch_id, n.type, n.id, n.occurred_at, n.body::json
  from unnest(ids, batches, types, times, bodies) with ordinality n (id, batch_id, type, occurred_at, body, place)
  where not exists (select from public.webhook_events v where v.message_id = n.id)
  order by n.place
  on conflict (message_id) do nothing;
  insert into public.webhook_deliveries as d (event_id, endpoint_id, organization_id, batch_id, since, next_attempt_at)
  select v.id, wanted, who.organization_id, v.batch_id, moment, moment
  from public.webhook_events v
  where v.message_id = any (ids) and v.organization_id = who.organization_id
  order by v.id
  on conflict (event_id, endpoint_id) do update
    set since = moment, attempts = 0, next_attempt_at = moment, first_failed_at = null, last_failure = null,
        ended_at = null, outcome = null
    where d.outcome in ('given_up', 'dropped') or (again and d.outcome = 'delivered');
  get diagnostics queued = row_count;
  insert into public.operator_acts (act, operator, organization_id, subject_id, details)
  values ('webhook.replay', 'key:' || who.id, who.organization_id, wanted, jsonb_build_object('events', queued, 'prefix', who.prefix));
  outcome := 'done';
  return next;
end $$;

alter policy correction_by_key on operator_acts with check (act in ('invoice.annul', 'invoice.resend', 'webhook.add',
  'webhook.change', 'webhook.rotate', 'webhook.enable', 'webhook.disable', 'webhook.remove', 'webhook.test', 'webhook.replay',
  'recipient.change', 'recipient.remove', 'series.create', 'series.change')
  and organization_id + 0 = any ((select current_organizations())::bigint[]));
grant select (event_id, outcome), update (since, attempts, next_attempt_at, first_failed_at) on webhook_deliveries to engine_sessions;
-- The grant comes first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant execute on function replay_webhook_events(bytea,timestamp with time zone,bigint,boolean,integer,uuid[],bigint[],text[],timestamp with time zone[],text[])
  to engine_ingress;
grant create on schema public to engine_sessions;
alter function replay_webhook_events(bytea,timestamp with time zone,bigint,boolean,integer,uuid[],bigint[],text[],timestamp with time zone[],text[])
  owner to engine_sessions;
revoke create on schema public from engine_sessions;
