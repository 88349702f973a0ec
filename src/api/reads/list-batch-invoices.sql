-- A page of a batch's invoices in the order of the request. No row: no such batch; one with null id: empty page.
-- $1 organization · $2 batch · $3 ids of the page. A list, not a range: of unknown length PostgreSQL takes it for short, keeps its plan and does not
-- plan anew for each page, which took nearly as long as reading it.
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
       v.verifactu_state
from batches b
left join batch_invoices i on i.id = any ($3::bigint[])
left join issued_invoices x on x.id = i.id
-- What AEAT has of the invoice is what its newest alta said that was not refused. A correction under way changes nothing yet.
left join lateral (
  select coalesce(a.state, 'remission') as verifactu_state
  from registration_records r
  left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
  where r.issued_invoice_id = x.id and r.kind = 'alta'
  order by case when a.state is null then 2 when a.state = 'rejected' then 1 else 0 end, r.sequence desc
  limit 1) v on true
where b.id = $2 and b.organization_id = $1
order by i.id
