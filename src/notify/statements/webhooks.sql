-- name: claimEndpoint
-- params: endpointId, now, until
-- Claims an endpoint until a moment. It gives no row where another worker has the endpoint, or where it rests or is gone.
update webhook_endpoints set leased_until = $3
where id = $1 and removed_at is null and disabled_at is null
  and (leased_until is null or leased_until <= $2) and (rests_until is null or rests_until <= $2)
returning organization_id::float8 as "organizationId", url, sealed_secret as "sealedSecret",
          case when previous_until > $2 then sealed_previous_secret end as "sealedPreviousSecret", failures

-- name: countFailingEndpoints
-- Counts endpoints that failed last time, or are disabled.
select count(*)::float8 as failing from webhook_endpoints where removed_at is null and (disabled_at is not null or failing_since is not null)

-- name: disableEndpoint
-- params: endpointId, now
-- Disables an endpoint whose receiver said that it is gone, and drops what waits for it.
with gone as (
  update webhook_endpoints set disabled_at = $2 where id = $1 and disabled_at is null
)
update webhook_deliveries set ended_at = $2, outcome = 'dropped', last_failure = 'the receiver is gone (410)'
where endpoint_id = $1 and ended_at is null

-- name: endDelivery
-- params: endpointId, eventId, now, batchId
-- type: type WebhookEvent from src/contracts/webhooks.ts
-- Notes that an event was delivered, and gives the next one of its batch.
with done as (
  update webhook_deliveries set attempts = attempts + 1, ended_at = $3, outcome = 'delivered', last_failure = null
  where endpoint_id = $1 and event_id = $2 and ended_at is null
)
select v.id::float8 as "eventId", v.batch_id::float8 as "batchId", v.message_id as "messageId", v.type,
       (extract(epoch from v.occurred_at) * 1000)::float8 as "occurredAt", v.data::text as data,
       d.attempts, (extract(epoch from d.first_failed_at) * 1000)::float8 as "firstFailedAt"
from webhook_deliveries d
join webhook_events v on v.id = d.event_id
where d.endpoint_id = $1 and d.batch_id = $4 and d.event_id > $2 and d.ended_at is null and d.next_attempt_at <= $3
  -- Behind one that waits to be tried again nothing goes.
  and not exists (
    select from webhook_deliveries w
    where w.endpoint_id = $1 and w.batch_id = $4 and w.event_id <> $2 and w.event_id < d.event_id and w.ended_at is null)
order by d.event_id
limit 1

-- name: giveUpOld
-- params: endpointId, now, before, most
-- Gives up some of the events that wait since before a moment at an endpoint that has failed since before it, whether they were tried or not:
-- one try at a time would take months.
update webhook_deliveries d set ended_at = $2, outcome = 'given_up', last_failure = coalesce(d.last_failure, 'the endpoint failed all the time')
where d.endpoint_id = $1 and d.ended_at is null
  and exists (select from webhook_endpoints e where e.id = $1 and e.failing_since <= $3)
  -- A list, not a join: without statistics each row would be looked for among all.
  and d.event_id = any (array(
    select o.event_id from webhook_deliveries o
    where o.endpoint_id = $1 and o.ended_at is null and o.since <= $3
    limit $4))

-- name: listDueEndpoints
-- params: now, most, after
-- Lists endpoints that may be sent something now and that nobody sends to.
select e.id::float8 as "endpointId", e.organization_id::float8 as "organizationId"
from webhook_endpoints e
where e.id > $3 and e.removed_at is null and e.disabled_at is null
  and (e.rests_until is null or e.rests_until <= $1) and (e.leased_until is null or e.leased_until <= $1)
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
    select from heads where next_attempt_at <= $1)
order by e.id
limit $2

-- name: listDueHeads
-- params: endpointId, now, most
-- type: type WebhookEvent from src/contracts/webhooks.ts
-- Lists the first open event of each batch, where it is due. It takes one step of the index per batch, however many events wait behind.
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
  select event_id from heads where next_attempt_at <= $2 limit $3
)
select v.id::float8 as "eventId", v.batch_id::float8 as "batchId", v.message_id as "messageId", v.type,
       (extract(epoch from v.occurred_at) * 1000)::float8 as "occurredAt", v.data::text as data,
       d.attempts, (extract(epoch from d.first_failed_at) * 1000)::float8 as "firstFailedAt"
from due
join webhook_events v on v.id = due.event_id
join webhook_deliveries d on d.event_id = v.id and d.endpoint_id = $1
-- Those first that were tried least: one that is never taken holds up no other batch.
order by d.attempts, v.batch_id

-- name: recordJobFailure
-- params: endpointId, eventId, now, next?, why
-- Notes that an event was not delivered.
update webhook_deliveries
set attempts = attempts + 1, first_failed_at = coalesce(first_failed_at, $3), last_failure = $5,
    next_attempt_at = coalesce($4, next_attempt_at),
    ended_at = case when $4::timestamptz is null then $3::timestamptz end,
    outcome = case when $4::timestamptz is null then 'given_up' end
where endpoint_id = $1 and event_id = $2 and ended_at is null

-- name: recordRest
-- params: endpointId, now, until, failures
-- Lets an endpoint rest after a failure.
update webhook_endpoints
set failures = failures + $4, failing_since = coalesce(failing_since, $2), rests_until = $3
where id = $1

-- name: recordSuccess
-- params: endpointId
-- Notes that an endpoint that failed works again.
update webhook_endpoints set failures = 0, failing_since = null, rests_until = null where id = $1

-- name: releaseEndpoint
-- params: endpointId, until
-- Gives an endpoint back that was claimed until $2. Whoever claimed it since keeps it.
update webhook_endpoints set leased_until = null where id = $1 and leased_until = $2
