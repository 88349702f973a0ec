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
       v.verifactu_state
from batch_invoices i
join batches b on b.id = i.batch_id
left join issued_invoices x on x.id = i.id
-- What AEAT has of the invoice is what its newest alta said that was not refused. A correction under way changes nothing yet.
left join lateral (
  select coalesce(a.state, 'remission') as verifactu_state
  from registration_records r
  left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
  where r.issued_invoice_id = x.id and r.kind = 'alta'
  order by case when a.state is null then 2 when a.state = 'rejected' then 1 else 0 end, r.sequence desc
  limit 1) v on true
where i.id = $2 and i.organization_id = $1
