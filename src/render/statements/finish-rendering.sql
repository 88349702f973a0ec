-- Notes of some batches that every issued invoice has its PDF, where that is so. $1 batches · $2 now
update batches b set rendered_at = $2
where b.id = any ($1::bigint[]) and b.rendered_at is null and b.processed_at is not null
  -- `offset 0` keeps the look-up one by key, for these batches only: as a plain anti join all PDFs would be read.
  and not exists (
    select from (
      select x.id from issued_invoices x where x.id between b.id * 1000 and b.id * 1000 + 999 offset 0) x
    where not exists (select from pdfs p where p.issued_invoice_id = x.id offset 0))
