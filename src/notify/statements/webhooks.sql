-- name: claimEndpoint
-- params: endpointId, now, until
-- type: payloadVersion PayloadVersion from src/contracts/webhooks.ts
-- Leases an endpoint until a given time. No wait and no lease lasts a day: a later time was stored
-- while the clock of the database was ahead, and counts as over. Returns no row if another worker
-- has leased the endpoint, or if it is backing off, disabled or removed.
update webhook_endpoints set leased_until = $3
where id = $1 and removed_at is null and disabled_at is null
  and (leased_until is null or leased_until <= $2 or leased_until > $2 + interval '1 day')
  and (retry_after is null or retry_after <= $2 or retry_after > $2 + interval '1 day')
returning organization_id::float8 as "organizationId", url, payload_version as "payloadVersion", sealed_secret as "sealedSecret",
          case when previous_until > $2 then sealed_previous_secret end as "sealedPreviousSecret", failures

-- name: countFailingEndpoints
-- Counts the endpoints that are failing or disabled.
select count(*)::float8 as failing from webhook_endpoints where removed_at is null and (disabled_at is not null or failing_since is not null)

-- name: disableEndpoint
-- params: endpointId, now
-- Disables an endpoint whose receiver answered 410 Gone, and drops the deliveries that wait for it.
with gone as (
  update webhook_endpoints set disabled_at = $2 where id = $1 and disabled_at is null
)
update webhook_deliveries set ended_at = $2, outcome = 'dropped', last_failure = 'the receiver is gone (410)'
where endpoint_id = $1 and ended_at is null

-- name: endDelivery
-- params: endpointId, eventId, now, batchId
-- type: type WebhookEvent from src/contracts/webhooks.ts
-- Records that an event was delivered, and returns the next event of its batch.
with done as (
  update webhook_deliveries set attempts = attempts + 1, ended_at = $3, outcome = 'delivered', last_failure = null
  where endpoint_id = $1 and event_id = $2 and ended_at is null
)
select v.id::float8 as "eventId", v.batch_id::float8 as "batchId", v.message_id as "messageId", v.type,
       (extract(epoch from v.occurred_at) * 1000)::float8 as "occurredAt", v.data::text as data,
       d.attempts, (extract(epoch from d.first_failed_at) * 1000)::float8 as "firstFailedAt"
from webhook_deliveries d
join webhook_events v on v.id = d.event_id
where d.endpoint_id = $1 and d.batch_id = $4 and d.event_id > $2 and d.ended_at is null and (d.next_attempt_at <= $3 or d.next_attempt_at > $3 + interval '1 day')
  -- No event overtakes an earlier one that waits for another attempt.
  and not exists (
    select from webhook_deliveries w
    where w.endpoint_id = $1 and w.batch_id = $4 and w.event_id <> $2 and w.event_id < d.event_id and w.ended_at is null)
order by d.event_id
limit 1

-- name: giveUpOld
-- params: endpointId, now, before, most
-- Gives up events that have waited since before a given time, at an endpoint that has been failing
-- since before it, even if they were never attempted. Attempting them one by one would take months.
update webhook_deliveries d set ended_at = $2, outcome = 'given_up', last_failure = coalesce(d.last_failure, 'the endpoint failed all the time')
where d.endpoint_id = $1 and d.ended_at is null
  and exists (select from webhook_endpoints e where e.id = $1 and e.failing_since <= $3)
  -- An array instead of a join, because without statistics PostgreSQL would search all rows for
  -- each one.
  and d.event_id = any (array(
    select o.event_id from webhook_deliveries o
    where o.endpoint_id = $1 and o.ended_at is null and o.since <= $3
    limit $4))

-- name: listDueEndpoints
-- params: now, most, after
-- Lists endpoints that have events to deliver now and that no worker has leased.
select e.id::float8 as "endpointId", e.organization_id::float8 as "organizationId"
from webhook_endpoints e
where e.id > $3 and e.removed_at is null and e.disabled_at is null
  and (e.retry_after is null or e.retry_after <= $1 or e.retry_after > $1 + interval '1 day')
  and (e.leased_until is null or e.leased_until <= $1 or e.leased_until > $1 + interval '1 day')
  and exists (
    with recursive heads as (
      (select d.batch_id, d.next_attempt_at from webhook_deliveries d
       where d.endpoint_id = e.id and d.ended_at is null
       order by d.batch_id, d.event_id limit 1)
      union all
      select n.batch_id, n.next_attempt_at
      from heads h
      cross join lateral (
        select d.batch_id, d.next_attempt_at from webhook_deliveries d
        where d.endpoint_id = e.id and d.ended_at is null and d.batch_id > h.batch_id
        order by d.batch_id, d.event_id limit 1) n)
    select from heads where next_attempt_at <= $1 or next_attempt_at > $1 + interval '1 day')
order by e.id
limit $2

-- name: listDueHeads
-- params: endpointId, now, most
-- type: type WebhookEvent from src/contracts/webhooks.ts
-- Lists the first open event of each batch if it is due. It needs one index lookup per batch,
-- however many events wait after it.
with recursive heads as (
  (select d.batch_id, d.event_id, d.next_attempt_at from webhook_deliveries d
   where d.endpoint_id = $1 and d.ended_at is null
   order by d.batch_id, d.event_id limit 1)
  union all
  select n.batch_id, n.event_id, n.next_attempt_at
  from heads h
  cross join lateral (
    select d.batch_id, d.event_id, d.next_attempt_at from webhook_deliveries d
    where d.endpoint_id = $1 and d.ended_at is null and d.batch_id > h.batch_id
    order by d.batch_id, d.event_id limit 1) n
), due as (
  select event_id from heads where next_attempt_at <= $2 or next_attempt_at > $2 + interval '1 day' limit $3
)
select v.id::float8 as "eventId", v.batch_id::float8 as "batchId", v.message_id as "messageId", v.type,
       (extract(epoch from v.occurred_at) * 1000)::float8 as "occurredAt", v.data::text as data,
       d.attempts, (extract(epoch from d.first_failed_at) * 1000)::float8 as "firstFailedAt"
from due
join webhook_events v on v.id = due.event_id
join webhook_deliveries d on d.event_id = v.id and d.endpoint_id = $1
-- Events with the fewest attempts come first, so that an event that always fails does not delay
-- other batches.
order by d.attempts, v.batch_id

-- name: recordJobFailure
-- params: endpointId, eventId, now, next?, why
-- Records that the delivery of an event failed.
update webhook_deliveries
set attempts = attempts + 1, first_failed_at = coalesce(first_failed_at, $3), last_failure = $5,
    next_attempt_at = coalesce($4, next_attempt_at),
    ended_at = case when $4::timestamptz is null then $3::timestamptz end,
    outcome = case when $4::timestamptz is null then 'given_up' end
where endpoint_id = $1 and event_id = $2 and ended_at is null

-- name: recordRest
-- params: endpointId, now, until, failures
-- Sets the backoff of an endpoint after a failure.
update webhook_endpoints
set failures = failures + $4, failing_since = coalesce(failing_since, $2), retry_after = $3
where id = $1

-- name: recordSuccess
-- params: endpointId
-- Records that a failing endpoint works again.
update webhook_endpoints set failures = 0, failing_since = null, retry_after = null where id = $1

-- name: releaseEndpoint
-- params: endpointId, until
-- Ends the lease of an endpoint that ends at $2. A newer lease of another worker stays.
update webhook_endpoints set leased_until = null where id = $1 and leased_until = $2

-- name: publishSealingKey
-- params: name, publicKey, now
-- Publishes the public key of a worker as the newest one.
insert into sealing_keys as k (name, public_key, published_at) values ($1, $2, $3)
on conflict (name) do update set published_at = excluded.published_at

-- name: findSealingKey
-- Returns the public key that was published last.
select k.name, k.public_key as "publicKey" from sealing_keys k order by k.published_at desc, k.name limit 1

-- name: listOwnEndpoints
-- params: organizationId, id?
-- type: event_types WebhookEvent[] from src/contracts/webhooks.ts
-- type: payload_version PayloadVersion from src/contracts/webhooks.ts
-- Lists the webhook endpoints of an organization that were not removed, or one of them. Counts at
-- most a thousand waiting events. Of an endpoint that its receiver's 410 disabled, the last failure is
-- that of the events that were dropped then.
select e.id::float8 as id, e.url, e.event_types, e.payload_version, e.disabled_at is null as enabled,
       to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
       to_char(e.previous_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as previous_secret_until,
       to_char(e.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as failing_since,
       w.waiting_events,
       coalesce(w.last_failure, (
         select d.last_failure from webhook_deliveries d
         where d.ended_at = e.disabled_at and d.endpoint_id = e.id and d.last_failure <> 'the endpoint was disabled'
         limit 1)) as last_failure
from webhook_endpoints e
cross join lateral (
  select count(*)::int as waiting_events, max(d.last_failure) as last_failure
  from (
    select n.last_failure from webhook_deliveries n where n.endpoint_id = e.id and n.ended_at is null limit 1000) d) w
where e.organization_id = $1 and e.removed_at is null and ($2::bigint is null or e.id = $2)
order by e.id

-- name: createOwnEndpoint
-- params: tokenHash, now, url, host, eventTypes?, payloadVersion, sealedSecret, most, key?
-- type: outcome 'done' | 'known' | 'reused' | 'forbidden' | 'many'
-- not null: outcome
-- Adds an endpoint for an API key, once for each Idempotency-Key, and records the act.
select a.outcome, a.endpoint::float8 as id
from create_webhook_endpoint($1, $2, $3, $4, $5::text[], $6::smallint, $7, $8::int, $9::uuid) a

-- name: changeOwnEndpoint
-- params: tokenHash, now, id, hasEventTypes, eventTypes?, isEnabled?, sealedSecret?, previousUntil?, payloadVersion?
-- type: outcome 'done' | 'forbidden' | 'unknown'
-- not null: outcome
-- Changes an endpoint for an API key, and records the acts.
select change_webhook_endpoint($1, $2, $3, $4::boolean, $5::text[], $6::boolean, $7, $8, $9::smallint) as outcome

-- name: removeOwnEndpoint
-- params: tokenHash, now, id
-- type: outcome 'done' | 'forbidden' | 'unknown'
-- not null: outcome
-- Removes an endpoint for an API key, and records the act.
select remove_webhook_endpoint($1, $2, $3) as outcome

-- name: sendOwnTest
-- params: tokenHash, now, id
-- type: outcome 'done' | 'forbidden' | 'unknown' | 'disabled' | 'waiting'
-- not null: outcome
-- Creates a test event for an endpoint of an API key, and records the act.
select t.outcome, t.message as "messageId" from send_webhook_test($1, $2, $3) t
