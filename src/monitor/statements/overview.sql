-- name: listAcknowledgements
-- params: most
-- not null: finding, newestAt
-- Lists the newest acknowledgement of each finding.
select distinct on (a.subject_id) a.subject_id::float8 as finding, a.operator, a.reason, (extract(epoch from a.at) * 1000)::float8 as at, (a.details ->> 'newestAt')::float8 as "newestAt"
from operator_acts a
where a.act = 'finding.acknowledge'
order by a.subject_id, a.at desc
limit $1

-- name: listAttempts
-- params: chainId, most
-- Lists the last messages of a chain to AEAT.
select a.attempt::float8 as attempt, (extract(epoch from a.started_at) * 1000)::float8 as "startedAt", (extract(epoch from a.ended_at) * 1000)::float8 as "endedAt",
       a.outcome, a.reason, a.code, a.message, a.http_status as "httpStatus"
from submission_attempts a
where a.chain_id = $1
order by a.attempt desc
limit $2

-- name: listBatchFaults
-- params: batchId, most
-- Lists the invoices of a batch that failed or whose newest record AEAT rejected or accepted with
-- errors, in the order of the request.
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

-- name: listBatchTruths
-- params: batchIds
-- Returns the state of batches, for the display of their jobs.
select b.id::float8 as "batchId", b.organization_id::float8 as "organizationId", b.processed_at is not null as "isProcessed",
       (extract(epoch from o.paused_at) * 1000)::float8 as "pausedAt",
       case when b.processed_at is null or b.rendered_at is not null and not b.pdfs_on_demand then 0
       else (select count(*)::int from (
               select i.id from issued_invoices i
               where i.id between b.id * 1000 and b.id * 1000 + 999 and not exists (select from pdfs p where p.issued_invoice_id = i.id offset 0)
               offset 0) x)
       end as missing
from batches b
join organizations o on o.id = b.organization_id
where b.id = any ($1::bigint[])

-- name: listBatchesInFlight
-- params: most
-- Lists batches that are not issued or lack PDFs, oldest first, with their progress.
with oldest as materialized (
  select id from (
    (select id from batches where processed_at is null order by id limit $1)
    union all
    (select id from batches where processed_at is not null and rendered_at is null order by id limit $1)
  ) open
  order by id
  limit $1
)
select b.id::float8 as "batchId", b.organization_id::float8 as "organizationId", b.external_batch_id as "externalBatchId", b.status,
       b.invoices_count as invoices, (extract(epoch from b.received_at) * 1000)::float8 as "receivedAt",
       (extract(epoch from b.processed_at) * 1000)::float8 as "processedAt",
       (select count(*)::int from batch_invoices i
        where i.id between b.id * 1000 and b.id * 1000 + 999 and i.processing_error is not null and i.erased_at is null) as failed,
       (select count(*)::int from issued_invoices i where i.id between b.id * 1000 and b.id * 1000 + 999) as issued,
       (select count(*)::int from pdfs p where p.issued_invoice_id between b.id * 1000 and b.id * 1000 + 999 and not p.is_annulled) as pdfs,
       r.records, r.answered
from oldest
join batches b using (id)
cross join lateral (
  select count(*)::int as records, (count(*) filter (where r.sequence <= m.remitted_sequence))::int as answered
  from registration_records r
  left join remissions m on m.chain_id = r.chain_id
  where r.issued_invoice_id between b.id * 1000 and b.id * 1000 + 999
) r
order by b.id

-- name: listFailures
-- params: since, mostLookedAt, most, mostNamed
-- Groups the failed invoices of batches received since a given time by message, most frequent
-- messages first. Removes from the messages the parts that differ between invoices: paths, long
-- numbers, NIFs, and registered names of persons.
with newest as materialized (
  select i.id, i.organization_id, i.processing_error
  from batch_invoices i
  where i.processing_error is not null and i.erased_at is null
  order by i.id desc
  limit $2
), said as materialized (
  select d.processing_error,
         left(regexp_replace(regexp_replace(regexp_replace(
           d.processing_error, 'must be .*, (the name on record for|as an earlier invoice of this batch names) the person with NIF \w+', 'must be \1 the person', 'g'),
           '\m(Line |invoice |invoices\[)[0-9]+', '\1#', 'g'),
           '\m[A-Z]?[0-9]{4,}(-[0-9]{2}-[0-9]{2})?[A-Z]?\M', '#', 'g'), 300) as message
  from (select distinct processing_error from newest) d
), failed as (
  select n.id, n.organization_id, coalesce(b.processed_at, b.received_at) as known_at, b.received_at, s.message
  from newest n
  join said s using (processing_error)
  join batches b on b.id = n.id / 1000
  where b.received_at >= $1
), grouped as (
  select message, count(*)::int as invoices, array_agg(distinct organization_id::float8) as organizations,
         min(received_at) as first_at, max(known_at) as last_at
  from failed
  group by message
  order by invoices desc, last_at desc
  limit $3
)
select g.message, g.invoices, g.organizations as "organizationIds", (extract(epoch from g.first_at) * 1000)::float8 as "firstAt",
       (extract(epoch from g.last_at) * 1000)::float8 as "lastAt",
       array(select distinct (f.id / 1000)::float8 from failed f where f.message = g.message order by 1 desc limit $4) as "batchIds",
       ((select count(*) from newest) < $2) as "isWhole"
from grouped g
order by g.invoices desc, g.last_at desc

-- name: summarizeDamagedFiles
-- params: mostLookedAt, mostNamed
-- not null: organizationIds, invoiceIds, firstAt, lastAt
-- Returns how many signed Facturae were found to be damaged, with some of their invoices. Returns
-- no row if there are none.
with damaged as (
  select issued_invoice_id, organization_id, damaged_at from electronic_files where damaged_at is not null order by damaged_at desc limit $1
)
select count(*)::int as files, array_agg(distinct organization_id::float8) as "organizationIds",
       (array_agg(issued_invoice_id::float8 order by issued_invoice_id))[1:$2] as "invoiceIds",
       (extract(epoch from min(damaged_at)) * 1000)::float8 as "firstAt", (extract(epoch from max(damaged_at)) * 1000)::float8 as "lastAt"
from damaged
having count(*) > 0

-- name: listLastChecks
-- params: acts
-- type: act 'database.backup' | 'database.check' | 'chain.verify'
-- type: details Readonly<Record<string, unknown>>
-- Returns when the last backup, the last check and the last verification of chains were made, and
-- by whom.
select k.act, (extract(epoch from a.at) * 1000)::float8 as at, a.operator, a.details
from unnest($1::text[]) k (act)
cross join lateral (select o.at, o.operator, o.details from operator_acts o where o.act = k.act order by o.at desc limit 1) a

-- name: listLoad
-- params: since, mostCounted, most
-- Lists the organizations with most work: invoices to issue, PDFs to render, records to send, and
-- invoices received since a given time.
with unissued as (
  select organization_id, count(*) as batches, sum(invoices_count) as invoices
  from (select organization_id, invoices_count from batches where processed_at is null order by id limit $2) b
  group by organization_id
), unprinted as (
  select organization_id, sum(invoices_count) as invoices
  from (select organization_id, invoices_count from batches where processed_at is not null and rendered_at is null order by id limit $2) b
  group by organization_id
), arrived as (
  select organization_id, count(*) as batches, sum(invoices_count) as invoices
  from (select organization_id, invoices_count, received_at from batches order by id desc limit $2) b
  where received_at >= $1
  group by organization_id
), unsent as (
  select m.organization_id, sum(c.sequence - m.remitted_sequence) as records
  from remissions m
  join chains c on c.id = m.chain_id and c.sequence > m.remitted_sequence
  group by m.organization_id
)
select o.id::float8 as "organizationId", o.name, (extract(epoch from o.paused_at) * 1000)::float8 as "pausedAt", coalesce(u.batches, 0)::float8 as "openBatches", coalesce(u.invoices, 0)::float8 as "openInvoices",
       coalesce(p.invoices, 0)::float8 as "openPdfs", coalesce(s.records, 0)::float8 as "openRecords",
       coalesce(a.batches, 0)::float8 as "newBatches", coalesce(a.invoices, 0)::float8 as "newInvoices",
       (select coalesce(sum(invoices), 0) from arrived)::float8 as "allNewInvoices"
from organizations o
left join unissued u on u.organization_id = o.id
left join unprinted p on p.organization_id = o.id
left join arrived a on a.organization_id = o.id
left join unsent s on s.organization_id = o.id
where u.batches > 0 or p.invoices > 0 or a.batches > 0 or s.records > 0
order by coalesce(u.invoices, 0) + coalesce(p.invoices, 0) + coalesce(a.invoices, 0) desc, coalesce(s.records, 0) desc, o.id
limit $3

-- name: listPaused
-- params: most, mostCounted
-- Lists the organizations that an operator paused, longest pause first, with their waiting batches.
select o.id::float8 as "organizationId", o.name, (extract(epoch from o.paused_at) * 1000)::float8 as "pausedAt",
       (select count(*)::int from (select from batches b where b.organization_id = o.id and b.processed_at is null limit $2) waiting) as "batchesWaiting"
from organizations o
where o.paused_at is not null
order by o.paused_at
limit $1

-- name: listUncorrected
-- params: mostLookedAt, excusedCodes, most, mostNamed
-- type: state 'accepted_with_errors' | 'rejected'
-- Groups the records that AEAT rejected or accepted with errors and that no newer record of their
-- invoice corrects, by AEAT's message, rejected ones first. Removes from the messages the parts
-- that differ between records: numbers, NIFs and names.
with newest as materialized (
  select a.chain_id, a.sequence, a.organization_id, a.state, a.code, a.message, a.answered_at
  from record_answers a
  where a.state <> 'accepted'
  order by a.answered_at desc
  limit $1
), open as materialized (
  select n.organization_id, n.state, n.code, n.answered_at, r.issued_invoice_id, r.kind,
         left(regexp_replace(regexp_replace(n.message, '(NOMBRE_RAZON|NombreRazon)\s*:.*$', '\1: …', 'i'), '[A-Z]?[0-9]{2,}[A-Z]?', '#', 'g'), 400) as message
  from newest n
  join registration_records r on r.chain_id = n.chain_id and r.sequence = n.sequence
  where (n.state = 'rejected' or n.code is null or n.code <> all ($2::int[]))
    and not exists (
      select from registration_records l
      where l.issued_invoice_id = r.issued_invoice_id and (l.chain_id, l.sequence) > (r.chain_id, r.sequence))
), grouped as (
  select state, code, kind, message, count(*)::int as records, array_agg(distinct organization_id::float8) as organizations,
         min(answered_at) as first_at, max(answered_at) as last_at, max(issued_invoice_id) as newest_id
  from open
  group by state, code, kind, message
  order by state desc, records desc, code
  limit $3
)
select g.state, g.code, g.kind, g.message, g.records, g.organizations as "organizationIds",
       (extract(epoch from g.first_at) * 1000)::float8 as "firstAt", (extract(epoch from g.last_at) * 1000)::float8 as "lastAt",
       array(select o.issued_invoice_id::float8 from open o
             where (o.state, o.kind) = (g.state, g.kind) and o.code is not distinct from g.code and o.message is not distinct from g.message
             order by o.answered_at desc, o.issued_invoice_id limit $4) as "invoiceIds",
       ((select count(*) from newest) < $1) as "isWhole"
from grouped g
order by g.state desc, g.records desc, g.code

-- name: listSiiFaults
-- params: mostLookedAt, most, mostNamed
-- not null: firstAt, lastAt
-- type: state 'accepted_with_errors' | 'rejected'
-- type: kind SiiKind from src/contracts/registers.ts
-- Groups the entries in SII that AEAT rejected or accepted with errors by its message, rejected ones first. Removes from the messages the parts
-- that differ between entries: numbers, NIFs and names.
with newest as materialized (
  select e.organization_id, e.state, e.kind, e.code, e.answered_at, e.issued_invoice_id,
         left(regexp_replace(regexp_replace(e.message, '(NOMBRE_RAZON|NombreRazon)\s*:.*$', '\1: …', 'i'), '[A-Z]?[0-9]{2,}[A-Z]?', '#', 'g'), 400) as message
  from sii_entries e
  where e.state in ('rejected', 'accepted_with_errors')
  order by e.answered_at desc
  limit $1
), grouped as (
  select state, kind, code, message, count(*)::int as entries, array_agg(distinct organization_id::float8) as organizations,
         min(answered_at) as first_at, max(answered_at) as last_at
  from newest
  group by state, kind, code, message
  order by state desc, entries desc, code
  limit $2
)
select g.state, g.kind, g.code, g.message, g.entries, g.organizations as "organizationIds",
       (extract(epoch from g.first_at) * 1000)::float8 as "firstAt", (extract(epoch from g.last_at) * 1000)::float8 as "lastAt",
       array(select n.issued_invoice_id::float8 from newest n
             where (n.state, n.kind) = (g.state, g.kind) and n.code is not distinct from g.code and n.message is not distinct from g.message
             order by n.answered_at desc, n.issued_invoice_id limit $3) as "invoiceIds",
       ((select count(*) from newest) < $1) as "isWhole"
from grouped g
order by g.state desc, g.entries desc, g.code

-- name: listOpenSii
-- params: today, before, most, mostCounted
-- Lists the issuers in SII with entries or collections that AEAT has not accepted, and those that are halted or whose last messages failed: halted ones first,
-- then by deadline. Of entries that were issued since a given time the deadline is not judged yet. The last attempt is that of a message
-- without an answer. Collections of an invoice that is withdrawn are not sent.
with open as materialized (
  select e.organization_id, e.issuer_nif, e.state, case when e.kind = 'A0' then e.due_by end as due_by,
         case when e.kind = 'A0' and e.created_at < $2 then e.due_by end as due
  from sii_entries e
  where e.state in ('pending', 'sent', 'rejected')
  order by e.due_by
  limit $4
), collected as materialized (
  select c.organization_id, c.issuer_nif, c.state, c.due_by, case when c.created_at < $2 then c.due_by end as due
  from sii_collections c
  join sii_entries e on e.issued_invoice_id = c.issued_invoice_id and e.kind <> 'baja'
  where c.state in ('pending', 'sent', 'rejected')
  order by c.due_by
  limit $4
), counted as (
  select o.organization_id, o.issuer_nif, count(*) filter (where not o.is_collection and o.state <> 'rejected')::int as waiting,
         count(*) filter (where not o.is_collection and o.state = 'sent')::int as sent,
         count(*) filter (where not o.is_collection and o.state = 'rejected')::int as rejected,
         count(*) filter (where o.is_collection and o.state <> 'rejected')::int as collections,
         count(*) filter (where o.is_collection and o.state = 'rejected')::int as rejected_collections,
         count(*) filter (where o.due < $1::date)::int as overdue, min(o.due_by) filter (where o.due_by >= $1::date) as next_due_by
  from (select n.*, false as is_collection from open n union all select c.*, true from collected c) o
  group by o.organization_id, o.issuer_nif
), listed as (
  select c.organization_id, c.issuer_nif from counted c
  union
  select s.organization_id, s.issuer_nif from sii_issuers s where s.halted_at is not null or s.failures > 0
)
select h.id::float8 as "chainId", l.organization_id::float8 as "organizationId", l.issuer_nif as "issuerNif", coalesce(s.failures, 0) as failures,
       s.halted_reason as "haltedReason", (extract(epoch from s.halted_at) * 1000)::float8 as "haltedAt",
       (extract(epoch from s.next_allowed_at) * 1000)::float8 as "nextAllowedAt",
       case when s.halted_at is not null or s.failures > 0 then (
         select count(*)::int from (
           select from sii_entries e
           where e.state in ('pending', 'sent') and e.organization_id = s.organization_id and e.issuer_nif = s.issuer_nif limit $4) w)
       else c.waiting end as waiting,
       coalesce(c.sent, 0) as sent, coalesce(c.rejected, 0) as rejected,
       coalesce(c.collections, 0) as collections, coalesce(c.rejected_collections, 0) as "rejectedCollections", coalesce(c.overdue, 0) as overdue,
       to_char(c.next_due_by, 'YYYY-MM-DD') as "nextDueBy",
       (extract(epoch from a.ended_at) * 1000)::float8 as "lastAt", a.outcome as "lastOutcome", a.reason as "lastReason", a.code as "lastCode",
       a.message as "lastMessage"
from listed l
left join sii_issuers s on s.organization_id = l.organization_id and s.issuer_nif = l.issuer_nif
left join counted c on c.organization_id = l.organization_id and c.issuer_nif = l.issuer_nif
left join lateral (
  select h.id from chains h where h.organization_id = l.organization_id and h.issuer_nif = l.issuer_nif order by h.retired_at desc nulls first limit 1) h on true
left join lateral (
  select t.ended_at, t.outcome, t.reason, t.code, t.message
  from sii_messages m
  join sii_attempts t on t.message_id = m.id and t.attempt = m.attempt
  where m.organization_id = l.organization_id and m.issuer_nif = l.issuer_nif and m.ended_at is null
  order by t.ended_at desc
  limit 1) a on true
order by s.halted_at, coalesce(s.failures, 0) = 0, c.overdue > 0 desc nulls last, c.next_due_by, l.organization_id, l.issuer_nif
limit $3

-- name: measureSii
-- params: today, tomorrow, before, mostCounted
-- type: organizationIds readonly number[]
-- Counts the entries and the collections in SII that AEAT has not accepted, once for those that it rejected and once for the others. The deadline
-- of an entry is that of its first version (A0), and what was issued or recorded since a given time is not judged by it yet. Collections of an
-- invoice that is withdrawn are not sent.
with entries as materialized (
  select false as is_collection, e.organization_id, e.state = 'rejected' as is_rejected, case when e.kind = 'A0' then e.due_by end as due_by,
         case when e.kind = 'A0' and e.created_at < $3 then e.due_by end as due
  from sii_entries e
  where e.state in ('pending', 'sent', 'rejected')
  order by e.due_by
  limit $4
), collections as materialized (
  select true as is_collection, c.organization_id, c.state = 'rejected' as is_rejected, c.due_by, case when c.created_at < $3 then c.due_by end as due
  from sii_collections c
  join sii_entries e on e.issued_invoice_id = c.issued_invoice_id and e.kind <> 'baja'
  where c.state in ('pending', 'sent', 'rejected')
  order by c.due_by
  limit $4
), open as (
  select * from entries
  union all
  select * from collections
), undated as (
  (select false as is_collection, e.state = 'rejected' as is_rejected
   from sii_entries e
   where e.state in ('pending', 'sent', 'rejected') and e.due_by is null
   limit $4)
  union all
  (select true, c.state = 'rejected'
   from sii_collections c
   join sii_entries e on e.issued_invoice_id = c.issued_invoice_id and e.kind <> 'baja'
   where c.state in ('pending', 'sent', 'rejected') and c.due_by is null
   limit $4)
)
select r.is_rejected as "isRejected", count(o.organization_id)::int as entries, count(o.organization_id) filter (where o.due < $1::date)::int as overdue,
       count(o.organization_id) filter (where o.due between $1::date and $2::date)::int as soon,
       to_char(min(o.due), 'YYYY-MM-DD') as "firstDueBy",
       to_char(min(o.due_by) filter (where o.due_by >= $1::date), 'YYYY-MM-DD') as "nextDueBy",
       (select count(*)::int from undated u where (u.is_collection, u.is_rejected) = (r.is_collection, r.is_rejected)) as undated,
       coalesce(array_agg(distinct o.organization_id::float8) filter (where o.due <= $2::date), '{}') as "organizationIds",
       exists (select from issuer_registers d where d.register = 'sii' and d.withdrawn_at is null) as "isUsed",
       (select count(*)::int from sii_issuers s where s.halted_at is not null) as halted
from (values (false, false), (false, true), (true, false), (true, true)) as r (is_collection, is_rejected)
left join open o on (o.is_collection, o.is_rejected) = (r.is_collection, r.is_rejected)
group by r.is_collection, r.is_rejected
order by r.is_collection, r.is_rejected

-- name: listComparedSii
-- params: most
-- Lists the issuers in SII whose last comparisons with AEAT's book found differences or were given up, those with most differences first.
select c.organization_id::float8 as "organizationId", c.issuer_nif as "issuerNif", sum(c.only_in_book)::float8 as "onlyInBook",
       sum(c.only_in_engine)::float8 as "onlyInEngine", sum(c.differing)::float8 as differing,
       array_agg(c.fiscal_year || '-' || c.period order by c.fiscal_year, c.period) as periods,
       (extract(epoch from max(c.ended_at)) * 1000)::float8 as "endedAt", max(c.failure) as failure
from sii_comparisons c
where c.ended_at is not null and (c.failure is not null or c.only_in_book + c.only_in_engine + c.differing > 0)
group by c.organization_id, c.issuer_nif, c.failure is not null
order by sum(c.only_in_book + c.only_in_engine + c.differing) desc, c.organization_id, c.issuer_nif
limit $1

-- name: listUnfinishedBacklogs
-- params: from, most
-- Lists the issuers whose last order of the invoices from before their entry into SII, after a day, could not enter some or was given up.
select b.organization_id::float8 as "organizationId", b.issuer_nif as "issuerNif", b.refused, b.failure,
       to_char(b.entered_on, 'YYYY') || '-12-31' as "lastDay", (extract(epoch from b.ended_at) * 1000)::float8 as "endedAt"
from sii_backlogs b
where b.ended_at is not null and (b.refused > 0 or b.failure is not null) and b.entered_on >= $1::date
  and not exists (select from sii_backlogs l where (l.organization_id, l.issuer_nif) = (b.organization_id, b.issuer_nif) and l.id > b.id)
order by b.id desc
limit $2

-- name: countSiiDifferences
-- Counts what the last comparisons with AEAT's book found, and those that were given up.
select coalesce(sum(c.only_in_book + c.only_in_engine + c.differing), 0)::float8 as differences, count(c.failure)::int as "givenUp"
from sii_comparisons c
where c.ended_at is not null

-- name: listValidities
-- params: most
-- Lists the validity periods of the certificates that were not removed.
select id::float8 as id, organization_id::float8 as "organizationId", issuer_nif as "issuerNif",
       (extract(epoch from not_before) * 1000)::float8 as "notBefore", (extract(epoch from not_after) * 1000)::float8 as "notAfter"
from certificates
where removed_at is null
order by organization_id, issuer_nif nulls first, id desc
limit $1

-- name: measureLoads
-- params: most, mostCounted
-- Lists the organizations with most invoices that wait to be issued or rendered, and a total of all
-- other organizations (null).
with loads as (
  select organization_id, sum(issuing) as issuing, sum(rendering) as rendering
  from (
    (select organization_id, invoices_count as issuing, 0 as rendering from batches where processed_at is null order by id limit $2)
    union all
    (select organization_id, 0, invoices_count from batches where processed_at is not null and rendered_at is null order by id limit $2)
  ) b
  group by organization_id
), ranked as (
  select *, row_number() over (order by issuing + rendering desc, organization_id) <= $1 as is_named from loads
)
select case when is_named then organization_id end::float8 as "organizationId", sum(issuing)::float8 as issuing, sum(rendering)::float8 as rendering
from ranked
group by 1

-- name: measureOverdueRecords
-- params: now
-- Returns for how many seconds the oldest record that could be sent to AEAT has been waiting.
-- Ignores time in which AEAT's waiting time, an open message or an operator prevented it.
select greatest(coalesce(extract(epoch from $1 - min(greatest(r.generated_at, m.next_allowed_at, m.sending_until))), 0), 0)::float8 as seconds
from remissions m
join chains c on c.id = m.chain_id and c.sequence > m.remitted_sequence
cross join lateral (
  select n.generated_at from registration_records n where n.chain_id = m.chain_id and n.sequence = m.remitted_sequence + 1 limit 1
) r
where m.halted_at is null and m.compare_since is null

-- name: measureServer
-- not null: connections, connectionLimit
-- Returns the state of the PostgreSQL server that every login can see: connections of all
-- databases, standbys, and whether its WAL is archived.
select (select sum(numbackends) from pg_stat_database)::float8 as connections,
       (select sum(setting::int * case name when 'max_connections' then 1 else -1 end) from pg_settings
        where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections'))::float8 as "connectionLimit",
       (select count(*) from pg_stat_replication)::float8 as standbys,
       case when current_setting('archive_mode') = 'off' then null
            else coalesce(a.last_failed_time > coalesce(a.last_archived_time, '-infinity'), false) end as "isArchiveFailing"
from pg_stat_archiver a

-- name: listHeldLogs
-- params: leastBytes, most
-- not null: slot, keptBytes, isLimited
-- Lists the replication slots that nobody uses and for which PostgreSQL keeps its write-ahead log,
-- those with most first. Returns none on a standby.
select s.slot_name::text as slot, (pg_current_wal_lsn() - s.restart_lsn)::float8 as "keptBytes",
       current_setting('max_slot_wal_keep_size') <> '-1' as "isLimited"
from pg_replication_slots s
where not pg_is_in_recovery() and not s.active and s.restart_lsn is not null and pg_current_wal_lsn() - s.restart_lsn >= $1
order by s.restart_lsn
limit $2

-- name: measureWork
-- params: mostCounted, countedOneByOne
-- Returns for each kind of work how much is pending, since when the oldest item waits, and when one
-- was last done if that can be found quickly. Batches and PDFs of paused organizations are not
-- counted.
with unrendered as materialized (
  select b.id, b.invoices_count, b.processed_at, row_number() over (order by b.id) as place
  from batches b
  join organizations o on o.id = b.organization_id and o.paused_at is null
  where b.processed_at is not null and b.rendered_at is null
  order by b.id
  limit $1
), unprinted as (
  select u.processed_at,
         case when u.place > $2 then u.invoices_count
         else (select count(*) from issued_invoices i where i.id between u.id * 1000 and u.id * 1000 + 999)
              - (select count(*) from pdfs p where p.issued_invoice_id between u.id * 1000 and u.id * 1000 + 999 and not p.is_annulled)
         end as invoices
  from unrendered u
), annulled as (
  select k.created_at from corrections k
  join organizations o on o.id = k.organization_id and o.paused_at is null
  where k.kind = 'anulacion' and k.rendered_at is null
  order by k.id
  limit $1
), newest as materialized (
  select processed_at, case when not pdfs_on_demand then rendered_at end as rendered_at from batches order by id desc limit 1000
), unissued as materialized (
  select b.received_at from batches b
  join organizations o on o.id = b.organization_id and o.paused_at is null
  where b.processed_at is null
  order by b.id
  limit $1
), endpoints as (
  select id from webhook_endpoints where removed_at is null and disabled_at is null
)
select 'batch' as kind,
       (select count(*) from unissued)::float8 as count,
       (select (extract(epoch from min(received_at)) * 1000)::float8 from unissued) as "oldestAt",
       (select (extract(epoch from greatest(max(n.processed_at), (select max(u.processed_at) from unrendered u))) * 1000)::float8 from newest n) as "lastDoneAt"
union all
select 'pdf',
       coalesce((select sum(invoices) from unprinted), 0)::float8 + (select count(*) from annulled),
       (extract(epoch from least((select min(processed_at) from unprinted where invoices > 0), (select min(created_at) from annulled))) * 1000)::float8,
       (extract(epoch from greatest(
         (select max(n.rendered_at) from newest n),
         (select max(p.rendered_at) from unrendered u join pdfs p on p.issued_invoice_id between u.id * 1000 and u.id * 1000 + 999 where u.place <= 5))) * 1000)::float8
union all
select 'record', coalesce(sum(c.sequence - m.remitted_sequence), 0)::float8, (extract(epoch from min(r.generated_at)) * 1000)::float8, null
from remissions m
join chains c on c.id = m.chain_id and c.sequence > m.remitted_sequence
left join lateral (
  select n.generated_at from registration_records n where n.chain_id = m.chain_id and n.sequence = m.remitted_sequence + 1 limit 1) r on true
union all
select 'webhook',
       (select count(*) from (select from webhook_deliveries where ended_at is null limit $1) d)::float8,
       (select (extract(epoch from min(d.since)) * 1000)::float8 from endpoints e
        cross join lateral (
          select w.since from webhook_deliveries w where w.endpoint_id = e.id and w.ended_at is null order by w.batch_id, w.event_id limit 1) d),
       null

-- name: readBatchView
-- params: batchId
-- Returns the state of a batch.
select b.id::float8 as "batchId", b.organization_id::float8 as "organizationId", o.name as "organizationName", b.external_batch_id as "externalBatchId", b.status,
       b.invoices_count as invoices, (extract(epoch from b.received_at) * 1000)::float8 as "receivedAt",
       (extract(epoch from b.processed_at) * 1000)::float8 as "processedAt", (extract(epoch from b.rendered_at) * 1000)::float8 as "renderedAt", b.pdfs_on_demand as "pdfsOnDemand",
       (select count(*)::int from batch_invoices i
        where i.id between b.id * 1000 and b.id * 1000 + 999 and i.processing_error is not null and i.erased_at is null) as failed,
       (select count(*)::int from issued_invoices i where i.id between b.id * 1000 and b.id * 1000 + 999) as issued,
       (select count(*)::int from pdfs p where p.issued_invoice_id between b.id * 1000 and b.id * 1000 + 999 and not p.is_annulled) as pdfs,
       r.records, r.answered
from batches b
join organizations o on o.id = b.organization_id
cross join lateral (
  select count(*)::int as records, (count(*) filter (where r.sequence <= m.remitted_sequence))::int as answered
  from registration_records r
  left join remissions m on m.chain_id = r.chain_id
  where r.issued_invoice_id between b.id * 1000 and b.id * 1000 + 999
) r
where b.id = $1

-- name: hasEndpoints
-- Returns whether there is a webhook endpoint that is neither removed nor disabled.
select exists (select from webhook_endpoints where removed_at is null and disabled_at is null) as has

-- name: findNewestFailing
-- Returns when the newest of the failing endpoints began to fail, in milliseconds since 1970.
select (extract(epoch from max(failing_since)) * 1000)::float8 as at
from webhook_endpoints
where removed_at is null and disabled_at is null

-- name: findNewestMigration
-- Returns the newest migration of the database.
select max(name) as newest from migrations

-- name: summarizeCensus
-- params: since, before, mostCounted
-- type: absence CensusAbsence | 'waiting' from src/contracts/codes.ts
-- type: organizationIds readonly number[]
-- Counts the questions that AEAT's census did not answer since a time, by the reason, and those that have waited since before another one. An
-- organization whose later questions were answered is not among them.
with unanswered as (
  select c.organization_id, coalesce(c.absence, 'away') as absence, c.checked_at as at
  from census_checks c
  where c.result = 'unavailable' and c.checked_at > $1
    and not exists (
      select from census_checks a
      where a.organization_id = c.organization_id and a.result <> 'unavailable' and a.checked_at > c.checked_at)
  order by c.checked_at desc
  limit $3
), waiting as (
  select c.organization_id, c.asked_at as at from census_checks c where c.result is null and c.asked_at < $2 limit $3
)
select q.absence, count(*)::int as taxpayers, (extract(epoch from min(q.at)) * 1000)::float8 as since,
       array_agg(distinct q.organization_id::float8) as "organizationIds",
       (select (extract(epoch from max(a.checked_at)) * 1000)::float8 from census_checks a
        where a.result <> 'unavailable' and a.organization_id = any (array_agg(distinct q.organization_id))) as "lastAnswerAt"
from (select organization_id, absence, at from unanswered union all select organization_id, 'waiting', at from waiting) q
group by q.absence
order by q.absence
