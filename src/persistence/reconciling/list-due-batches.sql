-- Batches that are not finished. $1 received before · $2 at most · $3 after this batch
select b.id::float8 as "batchId", b.organization_id::float8 as "organizationId", b.invoices_count as invoices,
       coalesce(b.work, b.invoices_count) as work
from batches b
where b.processed_at is null and b.received_at < $1 and b.id > $3
order by b.id
limit $2
