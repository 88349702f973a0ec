-- Gives up what has waited longer than that at an endpoint that has failed for as long, whether it was tried or not: one try at a time would take
-- months. Some at a time. $1 endpoint · $2 now · $3 waiting since before · $4 at most
update webhook_deliveries d set ended_at = $2, outcome = 'given_up', last_failure = coalesce(d.last_failure, 'the endpoint failed all the time')
where d.endpoint_id = $1 and d.ended_at is null
  and exists (select from webhook_endpoints e where e.id = $1 and e.failing_since <= $3)
  -- A list, not a join: without statistics each row would be looked for among all.
  and d.event_id = any (array(
    select o.event_id from webhook_deliveries o
    where o.endpoint_id = $1 and o.ended_at is null and o.since <= $3
    limit $4))
