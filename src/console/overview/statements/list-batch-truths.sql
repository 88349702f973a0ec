-- How some batches stand, for the jobs that are about them. $1 batches
select b.id::float8 as "batchId", b.organization_id::float8 as "organizationId", b.processed_at is not null as "isProcessed",
       (extract(epoch from o.paused_at) * 1000)::float8 as "pausedAt",
       case when b.processed_at is null or b.rendered_at is not null and not b.pdfs_on_demand then 0
       else (select count(*)::int from (
               select i.id from issued_invoices i
               where i.id between b.id * 1000 and b.id * 1000 + 999 and not exists (select from pdfs p where p.issued_invoice_id = i.id offset 0)
               offset 0) x)
       end as missing
from batches b
join organizations o on o.id = b.organization_id
where b.id = any ($1::bigint[])
