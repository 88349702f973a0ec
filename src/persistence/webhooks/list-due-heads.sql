-- The first open event of each batch, where it is due: one step of the index per batch, however many events wait behind.
-- $1 endpoint · $2 now · $3 at most
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
