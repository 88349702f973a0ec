-- Batches that are not finished, of organizations that are not paused. $1 received before · $2 at most · $3 after this batch
select b.id::float8 as "batchId", b.organization_id::float8 as "organizationId", b.invoices_count as invoices,
       b.work
from batches b
join organizations o on o.id = b.organization_id and o.paused_at is null
where b.processed_at is null and b.received_at < $1 and b.id > $3
order by b.id
limit $2
