-- The issued invoices of a batch with where their PDF is, nulls where there is none yet; in the order of the request. No row: no such batch; one with
-- null id: nothing is issued. $1 organization · $2 batch
select (extract(epoch from b.processed_at) * 1000)::float8 as "endedAt", b.pdfs_on_demand as "pdfsOnDemand",
       x.id::float8 as id, i.external_invoice_id as "externalInvoiceId", x.invoice_number as "invoiceNumber", p.pages,
       tag_pdf(x.id, q.sha256, q.version) as sha256, p.render_batch_id::float8 as "renderBatchId", m.month as "monthArchived"
from batches b
left join issued_invoices x on x.id between b.id * 1000 and b.id * 1000 + 999
left join batch_invoices i on i.id = x.id
left join lateral (
  select true as is_annulled from corrections c where c.issued_invoice_id = x.id and c.kind = 'anulacion' limit 1) k on true
left join pdfs p on p.issued_invoice_id = x.id and p.is_annulled = coalesce(k.is_annulled, false)
left join lateral (select n.sha256, n.version from render_batches n where n.id = p.render_batch_id limit 1) q on true
left join lateral (
  select to_char(a.month, 'YYYY-MM') as month from archived_months() a
  where q.sha256 is null
    and (b.id >= a.first_batch and b.id < a.end_batch or p.render_batch_id >= a.first_render_batch and p.render_batch_id < a.finish_render_batch) limit 1) m on true
where b.id = $2 and b.organization_id = $1
order by x.id
