-- Endpoints that may be sent something now and that nobody sends to. $1 now · $2 at most · $3 after this endpoint
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
