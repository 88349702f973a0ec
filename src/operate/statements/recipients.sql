-- name: readUnindexedBlocks
-- params: batchId, part, limit
-- Reads the document blocks after a place that contain invoices without the term of a recipient, in
-- the order of their places.
select b.batch_id::float8 as "batchId", b.part, b.codec, b.sha256, b.content
from document_blocks b
where (b.batch_id, b.part) > ($1, $2::smallint)
  and exists (
    select from issued_invoices x
    where x.id between b.batch_id * 1000 + b.part * 64 and b.batch_id * 1000 + b.part * 64 + 63 and x.recipient_term is null)
order by b.batch_id, b.part
limit $3

-- name: storeRecipientTerms
-- params: invoiceIds, terms
-- Stores the terms of the recipients of invoices that have none, and returns how many were missing.
with stored as (
  insert into search_terms (organization_id, term, invoice_id)
  select x.organization_id, n.term, x.id
  from unnest($1::bigint[], $2::bigint[]) as n (id, term)
  join issued_invoices x on x.id = n.id and x.recipient_term is null
  on conflict do nothing
  returning invoice_id
)
select count(*)::float8 as stored from stored
