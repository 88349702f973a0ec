-- Invoices that correct or replace one and are not annulled, the newest first: six at most. $1 issued invoice
select y.invoice_number as number
from issued_invoices y
where y.rectified_invoice_id = $1
  and not exists (select from corrections k where k.issued_invoice_id = y.id and k.kind = 'anulacion')
order by y.id desc
limit 6
