-- What the PDF endpoint needs to know of a batch invoice; not the PDF itself, which nobody may need. $1 organization · $2 batch invoice
select i.batch_id::float8 as "batchId", (i.id % 1000)::int as position, i.processing_error as "processingError",
       x.id is not null as "isIssued", x.invoice_number as "invoiceNumber",
       tag_pdf(i.id, q.sha256, q.version) as sha256, p.render_batch_id::float8 as "renderBatchId", m.month as "monthArchived"
from batch_invoices i
left join issued_invoices x on x.id = i.id
-- By its key: as `exists` all annulments might be read.
left join lateral (
  select true as is_annulled from corrections c where c.issued_invoice_id = i.id and c.kind = 'anulacion' limit 1) k on true
left join pdfs p on p.issued_invoice_id = i.id and p.is_annulled = coalesce(k.is_annulled, false)
left join lateral (select n.sha256, n.version from render_batches n where n.id = p.render_batch_id limit 1) q on true
left join lateral (
  select to_char(a.month, 'YYYY-MM') as month from archived_months() a
  where q.sha256 is null
    and (i.batch_id >= a.first_batch and i.batch_id < a.end_batch or p.render_batch_id >= a.first_render_batch and p.render_batch_id < a.finish_render_batch) limit 1) m on true
where i.id = $2 and i.organization_id = $1
