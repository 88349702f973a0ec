-- Organizations that an operator paused, those first that are so for longest, with their batches that wait. $1 at most · $2 batches that are counted at most
select o.id::float8 as "organizationId", o.name, (extract(epoch from o.paused_at) * 1000)::float8 as "pausedAt",
       (select count(*)::int from (select from batches b where b.organization_id = o.id and b.processed_at is null limit $2) waiting) as "batchesWaiting"
from organizations o
where o.paused_at is not null
order by o.paused_at
limit $1
