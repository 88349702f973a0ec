-- Invoices of a batch that failed, or whose newest record AEAT refused or found errors in, in the order of the request. $1 batch · $2 at most
select i.id::float8 as "invoiceId", (i.id % 1000)::int as position, i.external_invoice_id as "externalInvoiceId", i.invoice_number as "invoiceNumber",
       case when i.erased_at is null then i.processing_error end as error, x.issuer_nif as "issuerNif", a.kind, a.state, a.code, a.message,
       count(*) over ()::int as total
from batch_invoices i
left join issued_invoices x on x.id = i.id
left join lateral (
  select r.kind, n.state, n.code, n.message
  from registration_records r
  left join record_answers n on n.chain_id = r.chain_id and n.sequence = r.sequence
  where r.issued_invoice_id = i.id
  order by r.chain_id desc, r.sequence desc
  limit 1) a on true
where i.id between $1::bigint * 1000 and $1::bigint * 1000 + 999
  and (i.processing_error is not null and i.erased_at is null or a.state <> 'accepted')
order by i.id
limit $2
