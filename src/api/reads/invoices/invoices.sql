-- fragment: batchInvoiceColumns
-- The number of a series is in the issued invoice alone.
i.id::float8 as id, i.external_invoice_id, coalesce(i.invoice_number, x.invoice_number) as invoice_number,
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

-- fragment: batchInvoiceJoins
left join issued_invoices x on x.id = i.id
-- AEAT's state of the invoice is that of its newest alta that was not rejected. A correction
-- without an answer does not change it yet.
left join lateral (
  select coalesce(a.state, 'remission') as verifactu_state, a.answered_at
  from registration_records r
  left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
  where r.issued_invoice_id = x.id and r.kind = 'alta'
  order by case when a.state is null then 2 when a.state = 'rejected' then 1 else 0 end, r.sequence desc
  limit 1) v on true

-- fragment: batchInvoicesOfList
select b.invoices_count as "totalCount",
  -- include: batchInvoiceColumns
from batches b
left join batch_invoices i on i.id = any ($3::bigint[])
-- include: batchInvoiceJoins
where b.id = $2 and b.organization_id = $1
order by i.id

-- name: listBatchInvoices
-- params: organizationId, batchId, ids
-- Returns a page of a batch's invoices in the order of the request. Returns no row if there is no
-- such batch, and one row with null id if the page is empty. The ids of the page are a list instead
-- of a range: PostgreSQL assumes that a list of unknown length is short and reuses its plan.
-- Planning anew for every page took nearly as long as reading it.
-- include: batchInvoicesOfList

-- name: getBatchInvoice
-- params: organizationId, batchId, id
-- Returns one batch invoice. listBatchInvoices is unsuitable: PostgreSQL expects ten elements in
-- its list and would plan anew for a list with one.
select b.invoices_count as "totalCount",
  -- include: batchInvoiceColumns
from batches b
left join batch_invoices i on i.id = $3::bigint
-- include: batchInvoiceJoins
where b.id = $2 and b.organization_id = $1

-- name: filterBatchInvoices
-- params: organizationId, batchId, ids, processingStatus?, verifactuState?, externalInvoiceId?, page, perPage
-- Returns a page of the batch invoices in a list that match a filter. A null parameter matches
-- every invoice.
with listed as materialized (
  -- include: batchInvoicesOfList
), found as (
  select * from listed
  where id is not null and ($4::text is null or processing_status = $4) and ($5::text is null or verifactu_state = $5)
    and ($6::text is null or external_invoice_id = $6)
), page as (
  select * from found order by id limit $8 offset ($7::bigint - 1) * $8
)
select (select count(*) from found)::float8 as "totalCount", page.id, external_invoice_id, invoice_number, total_after_taxes,
       processing_status, processing_error, issued_invoice_id, verifactu_state
from (select from listed limit 1) one left join page on true
order by page.id

-- name: searchBatchInvoices
-- params: organizationId, externalInvoiceId?, issuerNif?, invoiceNumber?, page, perPage
-- Returns a page of an organization's batch invoices with an external id, or with the issuer and
-- number of an issued invoice, newest first. Finds at most the newest MAX_FOUND invoices
-- (batch-invoices.ts), which limits the time of the search. Returns one row with null id if the
-- page is empty.
with found as materialized (
  (select id from batch_invoices where organization_id = $1 and external_invoice_id = $2 order by id desc limit 10000)
  union all
  (select id from issued_invoices
   where organization_id = $1 and issuer_nif = $3 and number_key = upper($4 collate "C") collate "default" and invoice_number = $4
   order by id desc limit 10000)
), page as (
  select id from found order by id desc limit $6 offset ($5::bigint - 1) * $6
)
select (select count(*) from found)::float8 as "totalCount", item.id, external_invoice_id, invoice_number, total_after_taxes,
       processing_status, processing_error, issued_invoice_id, verifactu_state
from (select) one
left join (page cross join lateral (
  select b.invoices_count as "totalCount",
    -- include: batchInvoiceColumns
  from batches b
  left join batch_invoices i on i.id = any (array[page.id])
  -- include: batchInvoiceJoins
  where b.id = (page.id / 1000) and b.organization_id = $1
) item) on true
order by item.id desc

-- name: summarizeBatch
-- params: organizationId, batchId, ids
-- Counts the invoices of a batch by their state. The ids in the list are float8 and are cast to
-- bigint, so that the index on PDFs can be used.
with listed as materialized (
  -- include: batchInvoicesOfList
)
select max("totalCount")::float8 as "invoicesCount",
       count(*) filter (where processing_status = 'processed')::float8 as processed,
       count(*) filter (where processing_status = 'failed')::float8 as failed,
       count(*) filter (where case when (select b.pdfs_on_demand from batches b where b.id = $2) then listed.issued_invoice_id is not null
         else exists (select from pdfs p where p.issued_invoice_id = listed.issued_invoice_id::bigint) end)::float8 as rendered,
       count(*) filter (where verifactu_state = 'remission')::float8 as remission,
       count(*) filter (where verifactu_state = 'accepted')::float8 as accepted,
       count(*) filter (where verifactu_state = 'accepted_with_errors')::float8 as accepted_with_errors,
       count(*) filter (where verifactu_state = 'rejected')::float8 as rejected
from listed

-- fragment: invoiceTypes
-- type: invoice_type InvoiceType from src/contracts/codes.ts
-- type: metadata Readonly<Record<string, string>>
-- type: register Register from src/contracts/registers.ts
-- type: sii SiiEntryView from src/contracts/v2/sii-entry.ts

-- fragment: listAnnotations
-- params: organizationId, limit, beforeAt, beforeId, processingStatus?, verifactuState?, externalInvoiceId?, issuerNif?, numberSerie?, issueDateFrom?, issueDateTo?, recipientTerm?, metadataKey?, metadataValue?, updatedSince?, invoiceType?, annulled?, totalFrom?, totalTo?, register?, siiState?, siiMatching?, spfeStates?, spfeDueBefore?
-- include: invoiceTypes

-- fragment: invoiceColumns
-- include: batchInvoiceColumns
, b.id::float8 as invoice_batch_id, x.issuer_nif, to_char(x.issue_date, 'YYYY-MM-DD') as issue_date,
to_char(x.operation_date, 'YYYY-MM-DD') as operation_date, x.invoice_type,
coalesce(i.metadata, '{}') as metadata,
to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as annulled_at,
to_char(u.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as updated_at,
case when x.qr_url is not null then 'verifactu' when e.issued_invoice_id is not null then 'sii' end as register,
case when e.issued_invoice_id is not null then json_build_object(
  'state', e.state, 'kind', e.kind, 'period', e.fiscal_year || '-' || e.period, 'csv', e.csv, 'due_by', to_char(e.due_by, 'YYYY-MM-DD'),
  'error', case when e.code is not null then json_build_object('code', e.code, 'message', e.message) end,
  'matching', e.matching) end as sii

-- fragment: invoiceJoins
-- include: batchInvoiceJoins
-- The entry in SII. The condition on the QR code, which no such invoice has, spares the look-up for invoices in VeriFactu.
left join lateral (
  select n.*,
         (select json_build_object(
            'state', m.state, 'matched_at', to_char(m.matched_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
            'recipient', case when coalesce(m.reverse_charge_base, m.base, m.tax, m.surcharge, m.total) is not null then json_build_object(
              'reverse_charge_base', m.reverse_charge_base::text, 'base', m.base::text, 'tax', m.tax::text, 'surcharge', m.surcharge::text,
              'total', m.total::text) end)
          from sii_matching m where m.issued_invoice_id = n.issued_invoice_id order by m.seen_at desc limit 1) as matching,
         greatest(
           (select max(l.answered_at) from sii_lines l where l.issued_invoice_id = n.issued_invoice_id and l.state <> 'unsettled'),
           (select max(w.created_at) from sii_versions w where w.issued_invoice_id = n.issued_invoice_id and w.version > 1)) as changed_at
  from sii_entries n
  where n.issued_invoice_id = x.id and x.qr_url is null
  limit 1) e on true
left join lateral (
  select c.created_at from corrections c where c.issued_invoice_id = x.id and c.kind = 'anulacion' order by c.id limit 1) k on true
-- The last time at which one of the states of the invoice changed.
cross join lateral (select greatest(coalesce(b.processed_at, b.received_at), v.answered_at, e.changed_at, k.created_at) as updated_at) u

-- fragment: endingOfFull
ending as (
  -- The last candidate if there may be more of them.
  select at, id from candidates where (select count(*) from candidates) = 1000 order by at, id limit 1
)

-- fragment: examinedInvoices
, found as (
  select item.*, c.at as after_at
  from (select * from candidates where (at, id) < ($3::bigint, $4::bigint) order by at desc, id desc offset 0) c
  cross join lateral (
    select
      -- include: invoiceColumns
      , (extract(epoch from u.updated_at) * 1000000)::bigint as updated, (extract(epoch from v.answered_at) * 1000000)::bigint as answered,
      e.state as sii_state, e.matching ->> 'state' as sii_matching, x.issue_date as day, x.total as amount, x.recipient_term, u.updated_at as changed_at
    from batches b
    join batch_invoices i on i.id = any (array[c.id])
    -- include: invoiceJoins
    where b.id = (c.id / 1000) and b.organization_id = $1
  ) item
  where case c.kind when 'update' then item.updated = c.at when 'answer' then item.answered = c.at else true end
    and ($5::text is null or item.processing_status = $5) and ($6::text is null or item.verifactu_state = $6)
    and ($7::text is null or item.external_invoice_id = $7) and ($8::text is null or item.issuer_nif = $8)
    and ($9::text is null or item.invoice_number = $9)
    and ($10::text is null or item.day >= $10::date) and ($11::text is null or item.day <= $11::date)
    and ($12::bigint is null or item.recipient_term = $12 or exists (
      select from search_terms t where t.organization_id = $1 and t.term = $12 and t.invoice_id = c.id))
    and ($13::text is null or item.metadata ->> $13 = $14::text)
    and ($15::timestamptz is null or item.changed_at >= $15)
    and ($16::text is null or item.invoice_type = $16)
    and ($17::boolean is null or (item.issued_invoice_id is not null and (item.annulled_at is not null) = $17))
    and ($18::text is null or item.amount >= $18::text::numeric) and ($19::text is null or item.amount <= $19::text::numeric)
    and ($20::text is null or item.register = $20) and ($21::text is null or item.sii_state = $21)
    and ($22::text is null or item.sii_matching = $22)
    and ($23::text[] is null or exists (
      select from spfe_deliveries s
      where s.issued_invoice_id = c.id and s.state = any ($23::text[]) and ($24::timestamptz is null or s.due_by < $24)))
  limit $2
)
select f.id, f.external_invoice_id, f.invoice_number, f.total_after_taxes, f.processing_status, f.processing_error, f.issued_invoice_id,
       f.verifactu_state, f.invoice_batch_id, f.issuer_nif, f.issue_date, f.operation_date, f.invoice_type, f.metadata, f.annulled_at, f.updated_at, f.register, f.sii,
       f.after_at::float8 as "afterAt", e.at::float8 as "endingAt", e.id::float8 as "endingId"
from (select) one
left join ending e on true
left join found f on true
order by f.after_at desc, f.id desc

-- fragment: invoicesBefore
-- The invoices of the batch b before the position, the last first.
cross join lateral (
  select i.id from batch_invoices i
  where i.id between b.id * 1000 and b.id * 1000 + 999 and (b.id <> ($4::bigint / 1000) or i.id < $4)
  order by i.id desc offset 0) i

-- fragment: receivedBefore
select (extract(epoch from b.received_at) * 1000000)::bigint as at, i.id
from batches b
-- include: invoicesBefore
where b.organization_id = $1 and b.processed_at is null
  and (b.received_at, b.id) <= ('epoch'::timestamptz + $3::bigint * interval '1 microsecond', $4::bigint / 1000)
order by b.received_at desc, b.id desc, i.id desc

-- name: listNewestInvoices
-- include: listAnnotations
-- Returns a page of an organization's invoices in the order of their batches, newest first, from
-- those before a position. Examines at most 1000
-- candidates: endingAt and endingId are the last of them if there may be more. The same holds for each of the statements that follow. A null parameter
-- matches every invoice. Returns one row with null id if none matches.
with candidates as materialized (
  select b.ordinal as at, i.id, null::text as kind
  from batches b
  -- include: invoicesBefore
  where b.organization_id = $1 and b.ordinal <= $3
  order by b.ordinal desc, i.id desc
  limit 1000
),
-- include: endingOfFull
-- include: examinedInvoices

-- name: listInvoicesByExternalId
-- include: listAnnotations
-- Returns a page of the invoices with a client's id, newest first.
with candidates as materialized (
  select 0::bigint as at, i.id, null::text as kind from batch_invoices i
  where i.organization_id = $1 and i.external_invoice_id = $7 and i.id < $4
  order by i.id desc
  limit 1000
),
-- include: endingOfFull
-- include: examinedInvoices

-- name: listInvoicesByNumber
-- include: listAnnotations
-- Returns a page of the issued invoices with an issuer and a number, newest first. There is at most
-- one per year.
with candidates as materialized (
  select 0::bigint as at, x.id, null::text as kind from issued_invoices x
  where x.organization_id = $1 and x.issuer_nif = $8 and x.number_key = upper($9 collate "C") collate "default" and x.invoice_number = $9 and x.id < $4
  order by x.id desc
  limit 1000
),
-- include: endingOfFull
-- include: examinedInvoices

-- name: listInvoicesByRecipient
-- include: listAnnotations
-- Returns a page of the issued invoices with a recipient, newest first.
with candidates as materialized (
  select 0::bigint as at, f.id, null::text as kind
  from (
    (select x.id from issued_invoices x
     where x.organization_id = $1 and x.recipient_term = $12 and x.id < $4
     order by x.id desc
     limit 1000)
    union
    (select t.invoice_id from search_terms t
     where t.organization_id = $1 and t.term = $12 and t.invoice_id < $4
     order by t.invoice_id desc
     limit 1000)
  ) f
  order by f.id desc
  limit 1000
),
-- include: endingOfFull
-- include: examinedInvoices

-- name: listInvoicesByMetadata
-- include: listAnnotations
-- Returns a page of the invoices with a pair of metadata, newest first.
with candidates as materialized (
  select 0::bigint as at, t.invoice_id as id, null::text as kind from search_terms t
  where t.organization_id = $1 and t.term = metadata_term($13, $14) and t.invoice_id < $4
  order by t.invoice_id desc
  limit 1000
),
-- include: endingOfFull
-- include: examinedInvoices

-- name: listFailedInvoices
-- include: listAnnotations
-- Returns a page of the failed invoices, newest first.
with candidates as materialized (
  select 0::bigint as at, i.id, null::text as kind from batch_invoices i
  where i.organization_id = $1 and i.processing_error is not null and i.id < $4
  order by i.id desc
  limit 1000
),
-- include: endingOfFull
-- include: examinedInvoices

-- name: listUnprocessedInvoices
-- include: listAnnotations
-- Returns a page of the invoices of batches that are not processed yet, the last received first.
with received as materialized (
  -- include: receivedBefore
  limit 1000
), candidates as materialized (
  select at, id, null::text as kind from received
),
-- include: endingOfFull
-- include: examinedInvoices

-- name: listInvoicesOfIssuer
-- include: listAnnotations
-- Returns a page of the invoices of an issuer, the last issue date first. The position of an
-- invoice is the number of days since 2000-01-01.
with earlier as materialized (
  select (x.issue_date - date '2000-01-01')::bigint as at, x.id, null::text as kind from issued_invoices x
  where x.organization_id = $1 and x.issuer_nif = $8 collate "C"
    and (x.issue_date, x.id) < (
      -- One bound, because a scan begins at only one of several.
      least($3::bigint, 2000000, $11::text::date - date '1999-12-31')::int + date '2000-01-01',
      case when $11::text::date - date '1999-12-31' <= $3::bigint then 0 else $4::bigint end)
  order by x.issue_date desc, x.id desc
  limit 1000
), candidates as materialized (
  select at, id, kind from earlier where $10::text is null or at >= $10::date - date '2000-01-01'
),
-- include: endingOfFull
-- include: examinedInvoices

-- fragment: processedBefore
processed as materialized (
  select (extract(epoch from b.processed_at) * 1000000)::bigint as at, i.id
  from batches b
  -- include: invoicesBefore
  where b.organization_id = $1 and b.processed_at is not null
    and (b.processed_at, b.id) <= ('epoch'::timestamptz + $3::bigint * interval '1 microsecond', $4::bigint / 1000)
  order by b.processed_at desc, b.id desc, i.id desc
  limit 250
)

-- name: listUpdatedInvoices
-- include: listAnnotations
-- Returns a page of the invoices whose state changed at or after updatedSince, the last change
-- first. Answers of both registers, ends of batches, receptions, annulments and corrections in SII are
-- read from an index each; an
-- invoice is in the page at its last change only.
with asked as materialized (
  select coalesce((extract(epoch from $15::timestamptz) * 1000000)::bigint, 0) as since
), answers as materialized (
  -- All answers of one message have the same time, so the last time is read completely. A second
  -- bound would let PostgreSQL expect few rows and sort all.
  select a.chain_id, a.sequence, a.answered_at from record_answers a
  where a.organization_id = $1
    and a.answered_at < 'epoch'::timestamptz + ($3::bigint + ($4::bigint > 0)::int) * interval '1 microsecond'
  order by a.answered_at desc
  fetch first 250 rows with ties
),
-- include: processedBefore
, received as materialized (
  -- include: receivedBefore
  limit 250
), annulled as materialized (
  select (extract(epoch from c.created_at) * 1000000)::bigint as at, c.issued_invoice_id as id
  from corrections c
  where c.organization_id = $1 and c.kind = 'anulacion'
    and (c.created_at, c.issued_invoice_id) < ('epoch'::timestamptz + $3::bigint * interval '1 microsecond', $4::bigint)
  order by c.created_at desc, c.issued_invoice_id desc
  limit 250
), entries as materialized (
  select (extract(epoch from l.answered_at) * 1000000)::bigint as at, l.issued_invoice_id as id
  from sii_lines l
  where l.organization_id = $1 and l.state <> 'unsettled'
    and (l.answered_at, l.issued_invoice_id) < ('epoch'::timestamptz + $3::bigint * interval '1 microsecond', $4::bigint)
  order by l.answered_at desc, l.issued_invoice_id desc
  limit 250
), ordered as materialized (
  select (extract(epoch from w.created_at) * 1000000)::bigint as at, w.issued_invoice_id as id
  from sii_versions w
  where w.organization_id = $1 and w.version > 1
    and (w.created_at, w.issued_invoice_id) < ('epoch'::timestamptz + $3::bigint * interval '1 microsecond', $4::bigint)
  order by w.created_at desc, w.issued_invoice_id desc
  limit 250
), ending as (
  -- Where the first of the lists that may have more rows ends: before it, each of them is complete.
  select at, id
  from (
    select (extract(epoch from min(answered_at)) * 1000000)::bigint as at, 0::bigint as id from answers having count(*) >= 250
    union all
    (select at, id from processed where (select count(*) from processed) = 250 order by at, id limit 1)
    union all
    (select at, id from received where (select count(*) from received) = 250 order by at, id limit 1)
    union all
    (select at, id from annulled where (select count(*) from annulled) = 250 order by at, id limit 1)
    union all
    (select at, id from entries where (select count(*) from entries) = 250 order by at, id limit 1)
    union all
    (select at, id from ordered where (select count(*) from ordered) = 250 order by at, id limit 1)
  ) o
  where at >= (select since from asked)
  order by at desc, id desc
  limit 1
), candidates as materialized (
  select s.at, s.id, 'update' as kind
  from (
    select (extract(epoch from a.answered_at) * 1000000)::bigint as at, r.issued_invoice_id as id
    from answers a
    cross join lateral (
      select n.issued_invoice_id from registration_records n where n.chain_id = a.chain_id and n.sequence = a.sequence limit 1) r
    union
    select at, id from processed
    union
    select at, id from received
    union
    select at, id from annulled
    union
    select at, id from entries
    union
    select at, id from ordered
  ) s
  where (s.at, s.id) >= (select coalesce(max(e.at), 0), coalesce(max(e.id), 0) from ending e) and s.at >= (select since from asked)
)
-- include: examinedInvoices

-- name: listAnsweredInvoices
-- include: listAnnotations
-- Returns a page of the invoices that AEAT accepted with errors or rejected, the last answer first.
with answers as materialized (
  -- All answers of one message have the same time, so the last time is read completely. A second
  -- bound would let PostgreSQL expect few rows and sort all.
  select a.chain_id, a.sequence, a.answered_at from record_answers a
  where a.organization_id = $1 and a.state = $6 and a.state <> 'accepted'
    and a.answered_at < 'epoch'::timestamptz + ($3::bigint + ($4::bigint > 0)::int) * interval '1 microsecond'
  order by a.answered_at desc
  fetch first 1000 rows with ties
), ending as (
  select (extract(epoch from min(answered_at)) * 1000000)::bigint as at, 0::bigint as id from answers
  having count(*) >= 1000 and min(answered_at) >= coalesce($15, timestamptz '-infinity')
), candidates as materialized (
  select distinct (extract(epoch from a.answered_at) * 1000000)::bigint as at, r.issued_invoice_id as id, 'answer' as kind
  from answers a
  cross join lateral (
    select n.issued_invoice_id from registration_records n where n.chain_id = a.chain_id and n.sequence = a.sequence limit 1) r
)
-- include: examinedInvoices

-- name: listUnansweredInvoices
-- include: listAnnotations
-- Returns a page of the invoices that AEAT has not answered, the last issued first. No invoice that
-- was issued before the oldest record without an answer is among them.
with asked as materialized (
  select greatest((extract(epoch from $15::timestamptz) * 1000000)::bigint,
                  coalesce((extract(epoch from min(p.generated_at)) * 1000000)::bigint, 9223372036854775807)) as since
  from (select c.id, c.sequence from chains c where c.organization_id = $1 offset 0) c
  join remissions m on m.chain_id = c.id and m.remitted_sequence < c.sequence
  cross join lateral (
    select r.generated_at from registration_records r
    where r.chain_id = c.id and r.sequence > m.remitted_sequence
      and not exists (select from record_answers a where a.chain_id = r.chain_id and a.sequence = r.sequence)
    order by r.sequence
    limit 1) p
),
-- include: processedBefore
, candidates as materialized (
  select at, id, null::text as kind from processed where at >= (select since from asked)
), ending as (
  select at, id from candidates where (select count(*) from candidates) = 250 order by at, id limit 1
)
-- include: examinedInvoices

-- name: listInvoicesBySiiState
-- include: listAnnotations
-- Returns a page of the invoices with an entry in SII in a state other than accepted, newest first.
with candidates as materialized (
  select 0::bigint as at, n.issued_invoice_id as id, null::text as kind from sii_entries n
  where n.organization_id = $1 and n.state = $21 and n.state <> 'accepted' and n.issued_invoice_id < $4
  order by n.issued_invoice_id desc
  limit 1000
),
-- include: endingOfFull
-- include: examinedInvoices

-- name: listInvoicesBySpfeState
-- include: listAnnotations
-- Returns a page of the invoices whose delivery to the SPFE is in one of some states other than admitted, newest first.
with candidates as materialized (
  select 0::bigint as at, d.issued_invoice_id as id, null::text as kind from spfe_deliveries d
  where d.organization_id = $1 and d.state = any ($23::text[]) and d.state <> 'admitted' and d.issued_invoice_id < $4
    and ($24::timestamptz is null or d.due_by < $24)
  order by d.issued_invoice_id desc
  limit 1000
),
-- include: endingOfFull
-- include: examinedInvoices

-- name: readInvoices
-- params: organizationId, ids
-- include: invoiceTypes
-- Returns invoices of an organization in the order of their ids.
select item.*
from unnest($2::bigint[]) as n (id)
cross join lateral (
  select
    -- include: invoiceColumns
  from batches b
  join batch_invoices i on i.id = any (array[n.id])
  -- include: invoiceJoins
  where b.id = (n.id / 1000) and b.organization_id = $1
) item
order by item.id

-- name: findSpanishErrors
-- params: organizationId, ids
-- Finds why failed invoices failed, in Spanish.
select i.id::float8 as id, i.processing_error_es as error
from batch_invoices i
where i.id = any ($2::bigint[]) and i.organization_id = $1 and i.processing_error_es is not null

-- name: filterInvoicesOfBatch
-- params: organizationId, ids, limit, processingStatus?, verifactuState?, externalInvoiceId?, register?, siiState?, spfeStates?, spfeDueBefore?
-- include: invoiceTypes
-- Returns the first of an organization's invoices in a list of ids that match a filter, in the
-- order of their ids. A null parameter matches every invoice.
select item.*
from (select n.id from unnest($2::bigint[]) as n (id) order by n.id offset 0) n
cross join lateral (
  select
    -- include: invoiceColumns
  from batches b
  join batch_invoices i on i.id = any (array[n.id])
  -- include: invoiceJoins
  where b.id = (n.id / 1000) and b.organization_id = $1
) item
where ($4::text is null or item.processing_status = $4) and ($5::text is null or item.verifactu_state = $5)
  and ($6::text is null or item.external_invoice_id = $6)
  and ($7::text is null or item.register = $7) and ($8::text is null or item.sii ->> 'state' = $8)
  and ($9::text[] is null or exists (
    select from spfe_deliveries s
    where s.issued_invoice_id = n.id and s.state = any ($9::text[]) and ($10::timestamptz is null or s.due_by < $10)))
limit $3

-- name: lookUpInvoices
-- params: organizationId, externalIds[?]
-- include: invoiceTypes
-- Returns the newest eleven invoices of each of a client's ids, newest first. place is the position
-- of the id in the list, from 1.
select n.place::int as place, item.*
from unnest($2::text[]) with ordinality as n (external_id, place)
cross join lateral (
  select i.id from batch_invoices i
  where i.organization_id = $1 and i.external_invoice_id = n.external_id
  order by i.id desc
  limit 11) f
cross join lateral (
  select
    -- include: invoiceColumns
  from batches b
  join batch_invoices i on i.id = any (array[f.id])
  -- include: invoiceJoins
  where b.id = (f.id / 1000) and b.organization_id = $1
) item
order by n.place, item.id desc

-- name: listRectifying
-- params: organizationId, ids, terms
-- type: invoice_type InvoiceType from src/contracts/codes.ts
-- Returns up to ten issued invoices that rectify or replace each of an organization's invoices, by
-- their row or by the term of a reference to it, in the order of their ids. Omits annulled ones.
-- rectifiedId is the id in the list. Each table is read by an index for each invoice of the list.
select n.id::float8 as "rectifiedId", x.*
from unnest($2::bigint[], $3::bigint[]) as n (id, term)
cross join lateral (
  select e.id
  from (
    (select o.id
     from issued_invoices o
     left join lateral (
       select c.id from corrections c where c.issued_invoice_id = o.id and c.kind = 'anulacion' limit 1) k on true
     where o.rectified_invoice_id = n.id and k.id is null
     limit 10)
    union
    (select t.invoice_id
     from search_terms t
     left join lateral (
       select c.id from corrections c where c.issued_invoice_id = t.invoice_id and c.kind = 'anulacion' limit 1) k on true
     where t.organization_id = $1 and t.term = n.term and k.id is null
     order by t.invoice_id
     limit 10)
  ) e
  order by e.id
  limit 10) f
cross join lateral (
  select i.id::float8 as issued_invoice_id, i.invoice_number, to_char(i.issue_date, 'YYYY-MM-DD') as issue_date, i.invoice_type,
         i.total::text as total_after_taxes, false as annulled
  from issued_invoices i
  where i.id = f.id and i.organization_id = $1
  limit 1) x
order by n.id, x.issued_invoice_id
