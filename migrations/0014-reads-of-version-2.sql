-- What version 2 of the API reads: the indexes of its lists of invoices (ops/adr/0057), the right to manage webhook
-- endpoints, and two more webhook events.

-- The invoices of an issuer in the order of their issue dates. Only the statement that names the collation can use the
-- index. While the table has no statistics, PostgreSQL would otherwise look numbers up in it, which issuing does, and
-- read all invoices of the issuer.
create index issued_invoices_issue_date_index on issued_invoices (organization_id, issuer_nif collate "C", issue_date, id);
-- The term of the document of the first recipient. It is a column, because one more row of search_terms for each invoice
-- would cost issuing more.
alter table issued_invoices add column recipient_term bigint;
create index issued_invoices_recipient_term_index on issued_invoices (organization_id, recipient_term, id)
  where recipient_term is not null;
create index batch_invoices_failed_of_organization_index on batch_invoices (organization_id, id)
  where processing_error is not null;
create index batches_received_at_index on batches (organization_id, received_at, id)
  where processed_at is null;
create index batches_processed_at_index on batches (organization_id, processed_at, id)
  where processed_at is not null;
create index record_answers_answered_at_index on record_answers (organization_id, answered_at);
create index record_answers_state_index on record_answers (organization_id, state, answered_at)
  where state <> 'accepted';
create index corrections_annulled_at_index on corrections (organization_id, created_at, issued_invoice_id)
  where kind = 'anulacion';

-- What an invoice is found by beside its own columns, as hashes: the document of each further recipient, each invoice that
-- it rectifies or replaces (src/platform/postgres/search-terms.ts), and each pair of its metadata. Append-only.
create table search_terms (
  organization_id bigint,
  term bigint,
  invoice_id bigint,
  primary key (organization_id, term, invoice_id)
);

-- Returns the term of a pair of metadata.
create function metadata_term(key text, value text) returns bigint language sql immutable parallel safe strict
return ('x' || left(encode(sha256(convert_to('metadata ' || key || chr(31) || value, 'UTF8')), 'hex'), 16))::bit(64)::bigint;

create function store_metadata_terms() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into search_terms (organization_id, term, invoice_id)
  select i.organization_id, metadata_term(p.key, p.value), i.id
  from inserted i
  cross join lateral jsonb_each_text(i.metadata) p
  where i.metadata is not null
  on conflict do nothing;
  return null;
end $$;

create trigger batch_invoices_store_terms after insert on batch_invoices referencing new table as inserted for each statement
  execute function store_metadata_terms();
create trigger search_terms_refuse_delete before delete or truncate on search_terms for each statement
  execute function refuse_change();
create trigger search_terms_refuse_update before update on search_terms for each statement execute function refuse_change();

alter table search_terms enable row level security;
alter table search_terms force row level security;
create policy every_organization on search_terms to engine_operator, engine_worker using (true);
create policy own_organization on search_terms to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on search_terms for select to engine_reader using (true);
grant insert, select on search_terms to engine_ingress, engine_operator, engine_worker;
grant execute on function metadata_term(text,text) to engine_ingress, engine_worker;

-- The rights to manage webhook endpoints and the profiles of recipients.
alter table api_keys drop constraint api_keys_rights_check;
alter table api_keys add constraint api_keys_rights_check check (cardinality(rights) > 0 and rights <@ '{submit,read,correct,webhooks,recipients}'::text[]) not valid;

-- The public keys with which the API seals the secrets of webhook endpoints. A worker derives each from its
-- CERTIFICATE_KEY and publishes it at its start (ops/adr/0058); only workers can unseal. The API uses the key that was
-- published last.
create table sealing_keys (
  name varchar(8),
  public_key bytea not null,
  published_at timestamptz not null,
  primary key (name),
  constraint sealing_keys_public_key_check check (length(public_key) = 32)
);
grant insert, select on sealing_keys to engine_worker;
grant update (published_at) on sealing_keys to engine_worker;
grant select on sealing_keys to engine_ingress;

alter table operator_acts drop constraint operator_acts_act_check;
alter table operator_acts add constraint operator_acts_act_check check (act in ('finding.acknowledge', 'organization.create',
  'organization.bind', 'organization.outside', 'organization.pdfs', 'organization.keep', 'organization.migrating',
  'organization.pause', 'organization.resume', 'key.create', 'key.rights', 'key.revoke', 'issuer.change', 'recipient.change',
  'recipient.remove', 'certificate.add', 'certificate.remove', 'certificate.reseal', 'webhook.add', 'webhook.change',
  'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.disable', 'webhook.remove', 'webhook.replay', 'webhook.test',
  'operator.add', 'operator.role', 'operator.password', 'operator.totp', 'operator.remove', 'chain.resume', 'chain.renew', 'chain.compare', 'chain.send',
  'chain.verify', 'invoice.annul', 'invoice.resend', 'invoice.index', 'batch.look', 'batch.retry', 'pdf.retry',
  'month.archive', 'month.restore', 'database.restore', 'database.backup', 'database.check', 'retention.erase', 'queue.pause',
  'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean')) not valid;

-- The place of an endpoint that an API key added among the endpoints of its organization, from 1. It keeps requests at the
-- same time from exceeding the maximum together. Null for an endpoint that an operator added.
alter table webhook_endpoints add column slot smallint;
create unique index webhook_endpoints_slot_unique on webhook_endpoints (organization_id, slot)
  where removed_at is null and slot is not null;

-- Returns the API key of a session, if the key has a right. The body is analyzed now, which the setting of migrations
-- refuses for tables with policies.
set local row_security = on;
create function find_session_key(token bytea, moment timestamptz, needed text) returns table (id bigint, organization_id bigint, prefix text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select k.id, k.organization_id, k.prefix::text
  from public.sessions s join public.api_keys k on k.id = s.api_key_id
  where s.token_hash = token and s.expires_at > moment and k.revoked_at is null and needed = any (k.rights);
end;
set local row_security = off;

-- The functions with which an API key manages the webhook endpoints of its organization. Each records an act and returns
-- what happened: `forbidden` if the key lacks the right or the session has ended, `unknown` without such an endpoint.
create function add_webhook_endpoint(token bytea, moment timestamptz, address text, host text, events text[], sealed bytea, most integer)
  returns table (outcome text, endpoint bigint)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who record;
begin
  select * into who from public.find_session_key(token, moment, 'webhooks');
  if not found then
    return query select 'forbidden', null::bigint;
    return;
  end if;
  loop
    if (select count(*) from public.webhook_endpoints e where e.organization_id = who.organization_id and e.removed_at is null) >= most then
      return query select 'many', null::bigint;
      return;
    end if;
    insert into public.webhook_endpoints (organization_id, url, event_types, sealed_secret, created_at, slot)
    select who.organization_id, address, events, sealed, moment, n.slot
    from generate_series(1, most) n (slot)
    where not exists (select from public.webhook_endpoints e
                      where e.organization_id = who.organization_id and e.slot = n.slot and e.removed_at is null)
    order by n.slot
    limit 1
    on conflict (organization_id, slot) where removed_at is null and slot is not null do nothing
    returning id into endpoint;
    -- Otherwise another request has just taken the place.
    exit when endpoint is not null;
  end loop;
  insert into public.operator_acts (act, operator, organization_id, subject_id, details)
  values ('webhook.add', 'key:' || who.id, who.organization_id, endpoint,
          jsonb_build_object('host', host, 'events', events, 'prefix', who.prefix));
  outcome := 'done';
  return next;
end $$;

-- Changes what is given. A new secret replaces the present one, which also signs until a time if one is given.
create function change_webhook_endpoint(token bytea, moment timestamptz, wanted bigint, has_events boolean, events text[],
  is_enabled boolean, sealed bytea, previous_end timestamptz) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  found_endpoint record;
begin
  select * into who from public.find_session_key(token, moment, 'webhooks');
  if not found then
    return 'forbidden';
  end if;
  select e.id, e.disabled_at, e.failing_since into found_endpoint from public.webhook_endpoints e
  where e.id = wanted and e.organization_id = who.organization_id and e.removed_at is null for update;
  if not found then
    return 'unknown';
  end if;
  if has_events then
    update public.webhook_endpoints e set event_types = events where e.id = wanted;
    insert into public.operator_acts (act, operator, organization_id, subject_id, details)
    values ('webhook.change', 'key:' || who.id, who.organization_id, wanted, jsonb_build_object('events', events, 'prefix', who.prefix));
  end if;
  if sealed is not null then
    update public.webhook_endpoints e
    set sealed_secret = sealed, previous_until = previous_end,
        sealed_previous_secret = case when previous_end is not null then e.sealed_secret end
    where e.id = wanted;
    insert into public.operator_acts (act, operator, organization_id, subject_id, details)
    values ('webhook.rotate', 'key:' || who.id, who.organization_id, wanted, jsonb_build_object('until', previous_end, 'prefix', who.prefix));
  end if;
  if is_enabled then
    update public.webhook_endpoints e set disabled_at = null, failures = 0, failing_since = null, retry_after = null where e.id = wanted;
    insert into public.operator_acts (act, operator, organization_id, subject_id, details)
    values ('webhook.enable', 'key:' || who.id, who.organization_id, wanted, jsonb_build_object('prefix', who.prefix));
  elsif not is_enabled and found_endpoint.disabled_at is null then
    update public.webhook_endpoints e set disabled_at = moment where e.id = wanted;
    update public.webhook_deliveries d set ended_at = moment, outcome = 'dropped', last_failure = 'the endpoint was disabled'
    where d.endpoint_id = wanted and d.ended_at is null;
    insert into public.operator_acts (act, operator, organization_id, subject_id, details)
    values ('webhook.disable', 'key:' || who.id, who.organization_id, wanted, jsonb_build_object('prefix', who.prefix));
  end if;
  return 'done';
end $$;

create function remove_webhook_endpoint(token bytea, moment timestamptz, wanted bigint) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who record;
begin
  select * into who from public.find_session_key(token, moment, 'webhooks');
  if not found then
    return 'forbidden';
  end if;
  update public.webhook_endpoints e
  set removed_at = moment, sealed_secret = '', sealed_previous_secret = null, previous_until = null
  where e.id = wanted and e.organization_id = who.organization_id and e.removed_at is null;
  if not found then
    return 'unknown';
  end if;
  update public.webhook_deliveries d set ended_at = moment, outcome = 'dropped', last_failure = 'the endpoint was removed'
  where d.endpoint_id = wanted and d.ended_at is null;
  insert into public.operator_acts (act, operator, organization_id, subject_id, details)
  values ('webhook.remove', 'key:' || who.id, who.organization_id, wanted, jsonb_build_object('prefix', who.prefix));
  return 'done';
end $$;

-- Creates a test event for one endpoint, regardless of the event types that it receives. It belongs to no batch: its
-- batch is 0. At most one waits for each endpoint.
create function send_webhook_test(token bytea, moment timestamptz, wanted bigint) returns table (outcome text, message uuid)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  found_endpoint record;
  event bigint;
begin
  select * into who from public.find_session_key(token, moment, 'webhooks');
  if not found then
    return query select 'forbidden', null::uuid;
    return;
  end if;
  select e.id, e.disabled_at into found_endpoint from public.webhook_endpoints e
  where e.id = wanted and e.organization_id = who.organization_id and e.removed_at is null for update;
  if not found then
    return query select 'unknown', null::uuid;
    return;
  end if;
  if found_endpoint.disabled_at is not null then
    return query select 'disabled', null::uuid;
    return;
  end if;
  if exists (select from public.webhook_deliveries d where d.endpoint_id = wanted and d.batch_id = 0 and d.ended_at is null) then
    return query select 'waiting', null::uuid;
    return;
  end if;
  insert into public.webhook_events (organization_id, batch_id, type, occurred_at, data)
  values (who.organization_id, 0, 'webhook.test', moment, json_build_object('webhook_endpoint', json_build_object('id', wanted)))
  returning id, message_id into event, message;
  insert into public.webhook_deliveries (event_id, endpoint_id, organization_id, batch_id, since, next_attempt_at)
  values (event, wanted, who.organization_id, 0, moment, moment);
  insert into public.operator_acts (act, operator, organization_id, subject_id, details)
  values ('webhook.test', 'key:' || who.id, who.organization_id, wanted, jsonb_build_object('prefix', who.prefix));
  outcome := 'done';
  return next;
end $$;

alter policy correction_by_key on operator_acts with check (act in ('invoice.annul', 'invoice.resend', 'webhook.add',
  'webhook.change', 'webhook.rotate', 'webhook.enable', 'webhook.disable', 'webhook.remove', 'webhook.test', 'recipient.change',
  'recipient.remove')
  and organization_id + 0 = any ((select current_organizations())::bigint[]));
create policy own_organization on webhook_endpoints for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy own_organization on webhook_deliveries for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
grant usage on sequence webhook_endpoints_id_seq to engine_sessions;
grant insert (organization_id, url, event_types, sealed_secret, created_at, slot) on webhook_endpoints to engine_sessions;
grant select (url, sealed_secret, failing_since, slot), update (event_types, sealed_secret, sealed_previous_secret, previous_until,
  disabled_at, removed_at, failures, failing_since, retry_after) on webhook_endpoints to engine_sessions;
grant select (endpoint_id, batch_id, ended_at), update (ended_at, outcome, last_failure) on webhook_deliveries to engine_sessions;
grant select (message_id) on webhook_events to engine_sessions;
grant select (id, organization_id, url, event_types, previous_until, created_at, disabled_at, removed_at, failing_since,
  retry_after) on webhook_endpoints to engine_ingress;
grant select (endpoint_id, organization_id, ended_at, last_failure) on webhook_deliveries to engine_ingress;
grant execute on function add_webhook_endpoint(bytea,timestamp with time zone,text,text,text[],bytea,integer),
  change_webhook_endpoint(bytea,timestamp with time zone,bigint,boolean,text[],boolean,bytea,timestamp with time zone),
  remove_webhook_endpoint(bytea,timestamp with time zone,bigint), send_webhook_test(bytea,timestamp with time zone,bigint)
  to engine_ingress;
grant create on schema public to engine_sessions;
alter function find_session_key(bytea,timestamp with time zone,text) owner to engine_sessions;
alter function add_webhook_endpoint(bytea,timestamp with time zone,text,text,text[],bytea,integer) owner to engine_sessions;
alter function change_webhook_endpoint(bytea,timestamp with time zone,bigint,boolean,text[],boolean,bytea,timestamp with time zone)
  owner to engine_sessions;
alter function remove_webhook_endpoint(bytea,timestamp with time zone,bigint) owner to engine_sessions;
alter function send_webhook_test(bytea,timestamp with time zone,bigint) owner to engine_sessions;
revoke create on schema public from engine_sessions;

-- The events of a batch that changed: its failed invoices and its end, and later its PDFs.
create or replace function report_finished_batches() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from changed r join webhook_endpoints e on e.organization_id = r.organization_id where e.removed_at is null and e.disabled_at is null) then
    return null;
  end if;
  with facts as (
select r.organization_id, r.id as batch_id, 'invoice.failed' as type, r.processed_at as occurred_at,
       json_build_object(
         'invoice_batch', json_build_object('id', r.id, 'external_batch_id', r.external_batch_id),
         'batch_invoice', json_build_object('id', i.id, 'external_invoice_id', i.external_invoice_id,
                                            'invoice_number', i.invoice_number, 'processing_status', 'failed')) as data,
       1 as place, i.id as invoice_id
from changed r
join before o on o.id = r.id and o.processed_at is null
cross join lateral (
  select a.id, a.external_invoice_id, a.invoice_number from batch_invoices a
  where a.id between r.id * 1000 and r.id * 1000 + 999 and a.processing_error is not null offset 0) i
where r.processed_at is not null
union all
select r.organization_id, r.id, 'batch.finished', r.processed_at,
       json_build_object('invoice_batch', json_build_object(
         'id', r.id, 'external_batch_id', r.external_batch_id, 'status', r.status, 'invoices_count', r.invoices_count,
         'processed_count', r.invoices_count - n.failed, 'failed_count', n.failed)), 2, 0
from changed r
join before o on o.id = r.id and o.processed_at is null
cross join lateral (
  select count(*)::int as failed from batch_invoices a
  where a.id between r.id * 1000 and r.id * 1000 + 999 and a.processing_error is not null) n
where r.processed_at is not null
union all
select r.organization_id, r.id, 'batch.pdfs_ready', r.rendered_at,
       json_build_object('invoice_batch', json_build_object(
         'id', r.id, 'external_batch_id', r.external_batch_id, 'pdfs_count', r.invoices_count - n.failed)), 3, 0
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
