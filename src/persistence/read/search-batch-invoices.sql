-- A page of an organization's batch invoices, newest first, by the client's own id or by what is printed on the invoice. One row with null id when the page is
-- empty. $1 organization · $2 external id, or $3 issuer's NIF and $4 invoice number of an issued invoice · $5 page · $6 per page
with found as materialized (
  select id from batch_invoices where organization_id = $1 and external_invoice_id = $2
  union all
  select id from issued_invoices where organization_id = $1 and issuer_nif = $3 and invoice_number = $4
), page as (
  select id from found order by id desc limit $6 offset ($5::bigint - 1) * $6
)
select (select count(*) from found)::float8 as "totalCount",
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
from (select) one
left join (page join batch_invoices i on i.id = page.id join batches b on b.id = i.batch_id) on true
left join issued_invoices x on x.id = i.id
-- As in list-batch-invoices.
left join lateral (
  select coalesce(a.state, 'remission') as verifactu_state
  from registration_records r
  left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
  where r.issued_invoice_id = x.id and r.kind = 'alta'
  order by case when a.state is null then 2 when a.state = 'rejected' then 1 else 0 end, r.sequence desc
  limit 1) v on true
order by i.id desc
