-- The Idempotency-Key with which an API key created a webhook endpoint, and the SHA-256 of what it asked for.
alter table webhook_endpoints add column creation_key uuid, add column creation_sha256 bytea;
alter table webhook_endpoints
  add constraint webhook_endpoints_creation_check check ((creation_key is null) = (creation_sha256 is null) and
    (creation_sha256 is null or length(creation_sha256) = 32)) not valid;
create unique index webhook_endpoints_creation_key_unique on webhook_endpoints (organization_id, creation_key)
  where creation_key is not null and removed_at is null;

-- As add_webhook_endpoint, once for each key as long as the endpoint exists: `known` with the endpoint that an earlier request with the same
-- key created, or `reused` if that one asked for something else.
create function create_webhook_endpoint(token bytea, moment timestamptz, address text, host text, events text[], sealed bytea, most integer, key uuid)
  returns table (outcome text, endpoint bigint)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  earlier record;
  asked bytea := sha256(convert_to(address || ' ' || coalesce(events::text, 'all'), 'UTF8'));
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
    begin
      select a.outcome, a.endpoint into outcome, endpoint
      from public.add_webhook_endpoint(token, moment, address, host, events, sealed, most) a;
      if outcome = 'done' then
        update public.webhook_endpoints e set creation_key = key, creation_sha256 = asked where e.id = endpoint;
      end if;
      return next;
      return;
    exception when unique_violation then
      -- Another request with the key has just created the endpoint, which the next turn finds.
      null;
    end;
  end loop;
end $$;

grant select (created_at, creation_key, creation_sha256), update (creation_key, creation_sha256) on webhook_endpoints to engine_sessions;
-- The grant comes first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant execute on function create_webhook_endpoint(bytea,timestamp with time zone,text,text,text[],bytea,integer,uuid) to engine_ingress;
grant create on schema public to engine_sessions;
alter function create_webhook_endpoint(bytea,timestamp with time zone,text,text,text[],bytea,integer,uuid) owner to engine_sessions;
revoke create on schema public from engine_sessions;
