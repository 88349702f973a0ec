-- fragment: paymentColumns
p.id::float8 as id, p.issued_invoice_id::float8 as "invoiceId",
       (select i.external_invoice_id from batch_invoices i where i.id = p.issued_invoice_id) as "externalInvoiceId",
       to_char(p.paid_on, 'YYYY-MM-DD') as date, p.amount::text as amount, p.currency, p.means, p.account,
       to_char(p.goods_received_on, 'YYYY-MM-DD') as "goodsReceivedOn", to_char(p.invoice_received_on, 'YYYY-MM-DD') as "invoiceReceivedOn",
       p.is_financed as "isFinanced", p.outstanding::text as outstanding, p.reverses_id::float8 as reverses,
       (select r.id::float8 from payments r where r.reverses_id = p.id) as "reversedBy",
       (select json_build_object('state', c.state, 'due_by', to_char(c.due_by, 'YYYY-MM-DD'), 'csv', c.csv,
          'error', case when c.code is not null then json_build_object('code', c.code, 'message', c.message) end)
        from sii_collections c where c.payment_id = p.id) as sii,
       to_char(p.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "recordedAt", p.ordinal, p.request_place as place

-- name: listPaymentsOfInvoice
-- params: organizationId, invoiceId, before, most
-- type: means RecordedMeans from src/contracts/codes.ts
-- type: sii CollectionView from src/contracts/v2/payments.ts
-- Lists the payments of an invoice, the last first, before one of their ordinals.
select
-- include: paymentColumns
from payments p
where p.organization_id = $1 and p.issued_invoice_id = $2 and p.ordinal < $3::bigint
order by p.ordinal desc
limit $4

-- name: listPayments
-- params: organizationId, before, most
-- type: means RecordedMeans from src/contracts/codes.ts
-- type: sii CollectionView from src/contracts/v2/payments.ts
-- Lists the payments of all invoices of an organization, the last first, before one of their ids.
select
-- include: paymentColumns
from payments p
where p.organization_id = $1 and p.id < $2
order by p.id desc
limit $3

-- name: getPayment
-- params: organizationId, id
-- type: means RecordedMeans from src/contracts/codes.ts
-- type: sii CollectionView from src/contracts/v2/payments.ts
-- Returns a payment of an organization.
select
-- include: paymentColumns
from payments p
where p.organization_id = $1 and p.id = $2

-- name: listPaymentsOfRequest
-- params: organizationId, key
-- type: means RecordedMeans from src/contracts/codes.ts
-- type: sii CollectionView from src/contracts/v2/payments.ts
-- Lists the payments that a request recorded, by their places in it.
select
-- include: paymentColumns
from payments p
where p.organization_id = $1 and p.request_key = $2::uuid
order by p.request_place

-- name: findPaymentRequest
-- params: organizationId, key
-- Finds what a request with an Idempotency-Key that recorded payments asked for.
select r.sha256 from payment_requests r where r.organization_id = $1 and r.key = $2::uuid

-- name: findPaidInvoices
-- params: organizationId, ids
-- type: processingError Text from src/contracts/messages/texts.ts
-- Finds what became of invoices and of their payments. An id without an invoice of the organization has no row.
select i.id::float8 as id, x.id is not null as "isIssued",
       case when i.processing_error is not null then
         jsonb_build_object('en', i.processing_error, 'es', coalesce(i.processing_error_es, i.processing_error)) end as "processingError",
       exists (select from corrections c where c.issued_invoice_id = i.id and c.kind = 'anulacion') as "isAnnulled",
       (select to_char(m.month, 'YYYY-MM') from archived_months() m where i.batch_id >= m.first_batch and i.batch_id < m.end_batch) as "archivedMonth",
       exists (select from sii_entries e where e.issued_invoice_id = i.id and e.backlog_id is null) as "isInSii",
       coalesce(l.ordinal, 0) as payments, l.outstanding::text as outstanding,
       (select coalesce(sum(p.amount), 0.00)::text from payments p
        where p.issued_invoice_id = i.id and p.means = 'not_collected') as uncollected
from unnest($2::bigint[]) as n (id)
join batch_invoices i on i.id = n.id and i.organization_id = $1
left join issued_invoices x on x.id = i.id
left join lateral (
  select p.ordinal, p.outstanding from payments p where p.issued_invoice_id = i.id order by p.ordinal desc limit 1) l on true

-- name: recordPayments
-- params: tokenHash, now, key, sha256, payments
-- type: outcome 'done' | 'forbidden' | 'reused'
-- not null: outcome
-- Records payments for an API key. Fails with unique_violation if another request was faster.
select record_payments($1, $2, $3::uuid, $4, $5::jsonb) as outcome

-- name: reversePayment
-- params: tokenHash, now, id, day?, lastDay?
-- type: outcome 'done' | 'known' | 'forbidden' | 'unknown' | 'counter_entry' | 'many'
-- not null: outcome
-- Cancels a payment by a counter-entry for an API key.
select r.outcome, r.counter_entry::float8 as "counterEntry" from reverse_payment($1, $2, $3, $4::date, $5::date) r
