-- What waits, and for how long. $1 now
select count(*)::float8 as waiting,
       greatest(coalesce(extract(epoch from $1 - min(d.since)), 0), 0)::float8 as seconds,
       (select count(*)::float8 from webhook_endpoints e
        where e.removed_at is null and (e.disabled_at is not null or e.failing_since is not null)) as failing
from webhook_deliveries d
where d.ended_at is null
