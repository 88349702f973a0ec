-- Notes that an event was delivered, and gives the next one of its batch. $1 endpoint · $2 event · $3 now · $4 batch
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
