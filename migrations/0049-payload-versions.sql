-- The version of the payloads of each webhook endpoint: that of release 1.1.0 (1), or that which names the batch and the invoice
-- `batch` and `invoice` (2). Events are stored in version 1; a message has the names of its endpoint's version.
alter table webhook_endpoints add column payload_version smallint not null default 1;
alter table webhook_endpoints add constraint webhook_endpoints_payload_version_check check (payload_version in (1, 2)) not valid;

-- Adds an endpoint for an API key, with an Idempotency-Key only once as long as the endpoint exists: `known` with the endpoint that an
-- earlier request with the same key created, or `reused` if that one asked for something else. `forbidden` and `many` as
-- add_webhook_endpoint, which processes of release 1.1.0 call.
drop function create_webhook_endpoint(bytea, timestamptz, text, text, text[], bytea, integer, uuid);
create function create_webhook_endpoint(token bytea, moment timestamptz, address text, host text, events text[], version smallint,
  sealed bytea, most integer, key uuid) returns table (outcome text, endpoint bigint)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  earlier record;
  asked bytea := sha256(convert_to(address || ' ' || coalesce(events::text, 'all') || ' ' || version, 'UTF8'));
begin
  select * into who from public.find_session_key(token, moment, 'webhooks');
  if not found then
    return query select 'forbidden', null::bigint;
    return;
  end if;
  loop
    select e.id, e.creation_sha256 = asked as is_same into earlier
    from public.webhook_endpoints e
    where e.organization_id = who.organization_id and e.creation_key = key and e.removed_at is null;
    if found then
      return query select case when earlier.is_same then 'known' else 'reused' end, earlier.id;
      return;
    end if;
    if (select count(*) from public.webhook_endpoints e where e.organization_id = who.organization_id and e.removed_at is null) >= most then
      return query select 'many', null::bigint;
      return;
    end if;
    insert into public.webhook_endpoints (organization_id, url, event_types, payload_version, sealed_secret, created_at, slot,
                                          creation_key, creation_sha256)
    select who.organization_id, address, events, version, sealed, moment, n.slot, key, case when key is not null then asked end
    from generate_series(1, most) n (slot)
    where not exists (select from public.webhook_endpoints e
                      where e.organization_id = who.organization_id and e.slot = n.slot and e.removed_at is null)
    order by n.slot
    limit 1
    on conflict do nothing
    returning id into endpoint;
    -- Otherwise another request has just taken the place, or has created the endpoint of the key.
    exit when endpoint is not null;
  end loop;
  insert into public.operator_acts (act, operator, organization_id, subject_id, details)
  values ('webhook.add', 'key:' || who.id, who.organization_id, endpoint,
          jsonb_build_object('host', host, 'events', events, 'payload_version', version, 'prefix', who.prefix));
  outcome := 'done';
  return next;
end $$;

-- As the function of the same name, which processes of release 1.1.0 call, and the version of the payloads; null: no change.
create function change_webhook_endpoint(token bytea, moment timestamptz, wanted bigint, has_events boolean, events text[],
  is_enabled boolean, sealed bytea, previous_end timestamptz, version smallint) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  outcome text := public.change_webhook_endpoint(token, moment, wanted, has_events, events, is_enabled, sealed, previous_end);
begin
  if outcome = 'done' and version is not null then
    update public.webhook_endpoints e set payload_version = version where e.id = wanted;
    insert into public.operator_acts (act, operator, organization_id, subject_id, details)
    select 'webhook.change', 'key:' || k.id, k.organization_id, wanted, jsonb_build_object('payload_version', version, 'prefix', k.prefix)
    from public.find_session_key(token, moment, 'webhooks') k;
  end if;
  return outcome;
end $$;

grant select (payload_version) on webhook_endpoints to engine_ingress;
grant insert (payload_version, creation_key, creation_sha256), update (payload_version) on webhook_endpoints to engine_sessions;
-- The grants come first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant execute on function create_webhook_endpoint(bytea,timestamp with time zone,text,text,text[],smallint,bytea,integer,uuid),
  change_webhook_endpoint(bytea,timestamp with time zone,bigint,boolean,text[],boolean,bytea,timestamp with time zone,smallint)
  to engine_ingress;
grant create on schema public to engine_sessions;
alter function create_webhook_endpoint(bytea,timestamp with time zone,text,text,text[],smallint,bytea,integer,uuid) owner to engine_sessions;
alter function change_webhook_endpoint(bytea,timestamp with time zone,bigint,boolean,text[],boolean,bytea,timestamp with time zone,smallint)
  owner to engine_sessions;
revoke create on schema public from engine_sessions;
