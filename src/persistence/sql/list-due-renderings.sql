-- Chunks of processed batches with issued invoices that have no PDF. $1 processed before · $2 batches at most · $3 chunk size
with unrendered as (
  select b.id, b.organization_id
  from batches b
  where b.processed_at < $1 and b.rendered_at is null
  order by b.id
  limit $2
)
select u.id::float8 as "batchId", u.organization_id::float8 as "organizationId",
       array_agg(distinct (x.id % 1000)::int / $3::int) filter (where x.id is not null) as chunks
from unrendered u
left join issued_invoices x
  on x.id between u.id * 1000 and u.id * 1000 + 999
 and not exists (select from pdfs p where p.issued_invoice_id = x.id)
group by u.id, u.organization_id
order by u.id
