-- A page of a batch's invoices in the order of the request, as a range of ids. No row: no such batch; one with null id: empty page.
-- $1 organization · $2 batch · $3 page · $4 per page
select b.invoices_count as "totalCount",
       i.id::float8 as id, i.external_invoice_id, i.invoice_number,
       x.total::text as total_after_taxes,
       case
         when i.processing_error is not null then 'failed'
         when x.id is not null then 'processed'
         when b.status = 'processing' then 'processing'
         else 'pending'
       end as processing_status,
       i.processing_error,
       x.id::float8 as issued_invoice_id,
       case when exists (select from registration_records r where r.issued_invoice_id = x.id) then 'remission' end
         as verifactu_state
from batches b
left join batch_invoices i
  on i.id between b.id * 1000 + ($3::bigint - 1) * $4
              and b.id * 1000 + least($3::bigint * $4, b.invoices_count) - 1
left join issued_invoices x on x.id = i.id
where b.id = $2 and b.organization_id = $1
order by i.id
