-- Chunks of processed batches with issued invoices that have no PDF, of organizations that are not paused. $1 processed before · $2 batches at most · $3 chunk size
-- $4 after this batch · $5 bytes of the longest document that chunks are for · $6 positions of longer ones at most, per batch
with unrendered as (
  select b.id, b.organization_id, b.invoices_count
  from batches b
  join organizations o on o.id = b.organization_id and o.paused_at is null
  where b.processed_at < $1 and b.rendered_at is null and b.id > $4
  order by b.id
  limit $2
)
select u.id::float8 as "batchId", u.organization_id::float8 as "organizationId", u.invoices_count as invoices,
       array_agg(distinct (x.id % 1000)::int / $3::int) filter (where not x.is_long) as chunks,
       (array_agg((x.id % 1000)::int order by x.id) filter (where x.is_long))[1:$6::int] as long
from unrendered u
-- `offset 0` keeps these look-ups by key, batch by batch: as a plain anti join all invoices and PDFs would be read.
left join lateral (
  select i.id, i.document_bytes > $5::int as is_long from issued_invoices i
  where i.id between u.id * 1000 and u.id * 1000 + 999
    and not exists (select from pdfs p where p.issued_invoice_id = i.id offset 0)
  offset 0
) x on true
group by u.id, u.organization_id, u.invoices_count
order by u.id
