-- What the PDF endpoint needs to know of a batch invoice; not the PDF itself, which nobody may need. $1 organization · $2 batch invoice
select i.batch_id::float8 as "batchId", (i.id % 1000)::int as position, i.processing_error as "processingError",
       x.id is not null as "isIssued", x.invoice_number as "invoiceNumber",
       tag_pdf(i.id, q.sha256, q.version) as sha256, p.print_id::float8 as "printId", m.month as "monthAway"
from batch_invoices i
left join issued_invoices x on x.id = i.id
-- By its key: as `exists` all annulments might be read.
left join lateral (
  select true as is_annulled from corrections c where c.issued_invoice_id = i.id and c.kind = 'anulacion' limit 1) k on true
left join pdfs p on p.issued_invoice_id = i.id and p.is_annulled = coalesce(k.is_annulled, false)
left join lateral (select n.sha256, n.version from prints n where n.id = p.print_id limit 1) q on true
left join lateral (
  select to_char(a.month, 'YYYY-MM') as month from months_away() a
  where q.sha256 is null
    and (i.batch_id >= a.first_batch and i.batch_id < a.end_batch or p.print_id >= a.first_print and p.print_id < a.end_print) limit 1) m on true
where i.id = $2 and i.organization_id = $1
