-- An organization as its pause needs it. $1 organization
select o.id::float8 as id, o.name, (extract(epoch from o.paused_at) * 1000)::float8 as "pausedAt",
       (select count(*)::int from (select from batches b where b.organization_id = o.id and b.processed_at is null limit 10001) waiting) as "batchesWaiting"
from organizations o
where o.id = $1
