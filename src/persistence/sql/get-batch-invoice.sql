-- $1 organization · $2 batch invoice
select i.id::float8 as id, i.external_invoice_id, i.invoice_number,
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
from batch_invoices i
join batches b on b.id = i.batch_id
left join issued_invoices x on x.id = i.id
where i.id = $2 and i.organization_id = $1
