-- name: findCredited
-- params: organizationId, id
-- type: processingError Text from src/contracts/messages/texts.ts
-- Returns what became of an invoice that is to be credited, or no row if the organization has none
-- with this id.
select x.id is not null as "isIssued", case when i.processing_error is not null then
         jsonb_build_object('en', i.processing_error, 'es', coalesce(i.processing_error_es, i.processing_error)) end as "processingError",
       exists (select from corrections c where c.issued_invoice_id = i.id and c.kind = 'anulacion') as "isAnnulled"
from batch_invoices i
left join issued_invoices x on x.id = i.id
where i.id = $2 and i.organization_id = $1

-- name: listUncredited
-- params: organizationId, originalId, term, most
-- type: type InvoiceType from src/contracts/codes.ts
-- Lists the issued invoices that rectify or replace an invoice by their row, or by the term of a
-- reference to it, without those that are annulled or were made as credits: the oldest of each kind.
with excluded as (
  select c.batch_id * 1000 as id from credits c where c.organization_id = $1 and c.original_id = $2
), found as (
  (select o.id from issued_invoices o
   where o.rectified_invoice_id = $2 and o.organization_id = $1 and o.id not in (select id from excluded)
     and not exists (select from corrections k where k.issued_invoice_id = o.id and k.kind = 'anulacion')
   order by o.id limit $4::integer)
  union
  (select t.invoice_id from search_terms t
   join issued_invoices o on o.id = t.invoice_id
   where t.organization_id = $1 and t.term = $3 and t.invoice_id not in (select id from excluded)
     and not exists (select from corrections k where k.issued_invoice_id = t.invoice_id and k.kind = 'anulacion')
   order by t.invoice_id limit $4::integer)
)
select x.id::float8 as id, x.invoice_number as number, x.invoice_type as type
from found f join issued_invoices x on x.id = f.id and x.organization_id = $1
order by x.id

-- name: listCredits
-- params: organizationId, originalId
-- type: lines readonly (readonly [number, string, string])[]
-- type: groups Readonly<Record<string, Readonly<Record<string, string>>>>
-- Lists the credits of an invoice in the order of their ordinals, with what became of their
-- invoices.
select c.ordinal, (c.batch_id * 1000)::float8 as "invoiceId", c.lines, c.groups,
       coalesce((select i.processing_error is not null from batch_invoices i where i.id = c.batch_id * 1000), true) as "isFailed",
       exists (select from corrections k where k.issued_invoice_id = c.batch_id * 1000 and k.kind = 'anulacion') as "isAnnulled"
from credits c
where c.organization_id = $1 and c.original_id = $2
order by c.ordinal

-- name: findCreditOfBatch
-- params: organizationId, batchId
-- Finds what the batch of a credit credits, and by which request.
select c.original_id::float8 as "originalId", c.request_sha256 as "requestSha256"
from credits c where c.organization_id = $1 and c.batch_id = $2

-- name: insertCredit
-- params: organizationId, originalId, ordinal, batchId, requestSha256, lines, groups
-- Stores a credit. Fails with unique_violation if another request took the ordinal.
insert into credits (organization_id, original_id, ordinal, batch_id, request_sha256, lines, groups)
values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb)
