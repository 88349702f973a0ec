-- What is still to be done of a batch. $1 batch · $2 invoices of a render batch
select b.id::float8 as id, b.organization_id::float8 as "organizationId", b.invoices_count as invoices, b.work,
       (extract(epoch from b.received_at) * 1000)::float8 as "receivedAt", b.processed_at is not null as "isProcessed", b.rendered_at is not null and not b.pdfs_on_demand as "isRendered", b.pdfs_on_demand as "pdfsOnDemand",
       (extract(epoch from o.paused_at) * 1000)::float8 as "pausedAt", m.missing, coalesce(m.chunks, '{}') as chunks, coalesce(m.positions, '{}') as positions
from batches b
join organizations o on o.id = b.organization_id
left join lateral (
  select count(*)::int as missing, array_agg(distinct (x.id % 1000)::int / $2::int) as chunks, (array_agg((x.id % 1000)::int order by x.id))[1:50] as positions
  from (
    select i.id from issued_invoices i
    where i.id between b.id * 1000 and b.id * 1000 + 999 and not exists (select from pdfs p where p.issued_invoice_id = i.id offset 0)
    offset 0) x
) m on true
where b.id = $1
