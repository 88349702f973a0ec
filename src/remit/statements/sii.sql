-- fragment: collectionIsDue
  and c.state = 'pending'
  and (e.state in ('accepted', 'accepted_with_errors') and e.kind <> 'baja' or e.kind = 'A1')
  and not exists (select from sii_collections o where o.issued_invoice_id = c.issued_invoice_id and o.state = 'sent')
  and not exists (
    select from payments p join sii_collections o on o.payment_id = p.reverses_id
    where p.id = c.payment_id and o.state not in ('accepted', 'accepted_with_errors'))

-- name: createSiiIssuer
-- params: organizationId, issuerNif
-- Creates the state of the sending of an issuer's entries, unless it exists.
insert into sii_issuers (organization_id, issuer_nif) values ($1, $2) on conflict do nothing

-- name: lockSiiIssuer
-- params: organizationId, issuerNif, activeLineage?
-- not null: isKnownDatabase
-- Locks the sending of an issuer's entries until the transaction ends.
select s.failures, (1000 * extract(epoch from s.next_allowed_at))::float8 as "nextAllowedAt", s.halted_reason as "haltedReason",
       is_database_in_use($3) as "isKnownDatabase"
from sii_issuers s
where s.organization_id = $1 and s.issuer_nif = $2
for update of s

-- name: countSiiSending
-- params: organizationId, issuerNif, now
-- Counts the messages that are at AEAT now.
select count(*) filter (where m.issuer_nif = $2)::int as "ofIssuer", count(*)::int as "ofOrganization"
from sii_messages m
where m.organization_id = $1 and m.ended_at is null and m.sending_until > $3

-- name: findOpenSiiMessage
-- params: organizationId, issuerNif, now
-- type: kind SiiMessageKind from src/contracts/registers.ts
-- Finds the oldest message without an answer that no worker is sending.
select m.id::float8 as id, m.kind, m.request
from sii_messages m
where m.organization_id = $1 and m.issuer_nif = $2 and m.ended_at is null and (m.sending_until is null or m.sending_until <= $3)
order by m.id
limit 1

-- name: beginSiiAttempt
-- params: messageId, sendingUntil
-- Begins an attempt to send a message.
update sii_messages set attempt = attempt + 1, sending_until = $2 where id = $1 returning attempt

-- name: takeSiiEntries
-- params: organizationId, issuerNif, most
-- Marks waiting entries of one kind as sent and returns their records: those that have waited longest first, and earlier invoices of a newcomer last.
with oldest as (
  select k.kind
  from unnest(array['A0', 'A1', 'baja']) as k (kind)
  cross join lateral (
    select e.backlog_id is not null as is_earlier, e.issued_invoice_id from sii_entries e
    where e.organization_id = $1 and e.issuer_nif = $2 and e.state = 'pending' and e.kind = k.kind
    order by e.backlog_id is not null, e.issued_invoice_id limit 1) first
  order by first.is_earlier, first.issued_invoice_id
  limit 1
), picked as (
  select e.issued_invoice_id, e.version
  from sii_entries e
  where e.organization_id = $1 and e.issuer_nif = $2 and e.state = 'pending' and e.kind = (select o.kind from oldest o)
  order by e.backlog_id is not null, e.issued_invoice_id
  limit $3
  for no key update of e
)
update sii_entries e set state = 'sent'
from picked p
join sii_versions v on v.issued_invoice_id = p.issued_invoice_id and v.version = p.version
where e.issued_invoice_id = p.issued_invoice_id
returning e.issued_invoice_id::float8 as "invoiceId", e.version, e.kind, v.record

-- name: insertSiiMessage
-- params: organizationId, issuerNif, kind, request, createdAt, sendingUntil, invoiceIds, versions
-- Inserts a message with its entries, and begins its first attempt.
with added as (
  insert into sii_messages (organization_id, issuer_nif, kind, entries, request, created_at, attempt, sending_until)
  values ($1, $2, $3, cardinality($7::bigint[]), $4, $5, 1, $6)
  returning id
), lines as (
  insert into sii_lines (organization_id, message_id, issued_invoice_id, version)
  select $1, a.id, n.* from added a, unnest($7::bigint[], $8::bigint[]) as n
)
select id::float8 as id from added

-- name: listSiiLines
-- params: messageId
-- Lists the entries of a message that have no answer, with the data by which AEAT's answer and its book identify them.
select l.issued_invoice_id::float8 as "invoiceId", l.version, e.issuer_nif as "issuerNif", e.invoice_number as number,
       to_char(e.issue_date, 'YYYY-MM-DD') as "issueDate", e.fiscal_year as "fiscalYear", e.period
from sii_lines l
join sii_entries e on e.issued_invoice_id = l.issued_invoice_id
where l.message_id = $1 and l.answered_at is null
order by l.issued_invoice_id

-- name: takeSiiCollections
-- params: organizationId, issuerNif, most
-- type: means '01' | '02' | '03' | '04' | '05'
-- Locks collections that wait, those that have waited longest first: of invoices that AEAT has, without collections in another message, and
-- without opposites of collections that AEAT does not have.
select c.payment_id::float8 as "paymentId", c.issued_invoice_id::float8 as "invoiceId", e.issuer_nif as "issuerNif", e.invoice_number as number,
       to_char(e.issue_date, 'YYYY-MM-DD') as "issueDate", to_char(c.collected_on, 'YYYY-MM-DD') as date, c.amount::text as amount, c.means, c.account
from sii_collections c
join sii_entries e on e.issued_invoice_id = c.issued_invoice_id
where c.organization_id = $1 and c.issuer_nif = $2
-- include: collectionIsDue
order by c.payment_id
limit $3
for no key update of c

-- name: insertSiiCollectionsMessage
-- params: organizationId, issuerNif, request, createdAt, sendingUntil, paymentIds
-- Inserts a message with collections, and begins its first attempt.
with added as (
  insert into sii_messages (organization_id, issuer_nif, kind, entries, request, created_at, attempt, sending_until)
  values ($1, $2, 'cobros', cardinality($6::bigint[]), $3, $4, 1, $5)
  returning id
), marked as (
  update sii_collections c set state = 'sent', message_id = a.id from added a where c.payment_id = any ($6::bigint[])
)
select id::float8 as id from added

-- name: listSiiCollectionLines
-- params: messageId
-- Lists the invoices whose collections in a message have no answer, as listSiiLines lists entries.
select distinct c.issued_invoice_id::float8 as "invoiceId", 0 as version, e.issuer_nif as "issuerNif", e.invoice_number as number,
       to_char(e.issue_date, 'YYYY-MM-DD') as "issueDate", e.fiscal_year as "fiscalYear", e.period
from sii_collections c
join sii_entries e on e.issued_invoice_id = c.issued_invoice_id
where c.message_id = $1 and c.state = 'sent'
order by 1

-- name: listToldCollections
-- params: messageId, invoiceIds
-- type: means '01' | '02' | '03' | '04' | '05'
-- Lists the collections of invoices that AEAT has accepted, and those in a message without an answer.
select c.issued_invoice_id::float8 as "invoiceId", c.state = 'sent' as "isSent", to_char(c.collected_on, 'YYYY-MM-DD') as date,
       c.amount::text as amount, c.means, c.account
from sii_collections c
where c.issued_invoice_id = any ($2::bigint[]) and (c.state in ('accepted', 'accepted_with_errors') or c.state = 'sent' and c.message_id = $1)

-- name: settleSiiCollections
-- params: messageId, now, invoiceIds, states, codes[?], messages[?], csvs[?]
-- Stores how AEAT left the collections of invoices in a message. What is unsettled waits to be sent again, unless its payment was cancelled
-- meanwhile; then, and after a rejection, its opposite is not sent either.
with settled as (
  update sii_collections c
  set state = case
        when n.state in ('rejected', 'unsettled') and r.id is not null then 'withdrawn'
        when n.state = 'unsettled' then 'pending' else n.state end,
      code = n.code, message = n.message, csv = n.csv, answered_at = case n.state when 'unsettled' then null else $2::timestamptz end
  from unnest($3::bigint[], $4::text[], $5::int[], $6::text[], $7::text[]) as n (id, state, code, message, csv)
  join sii_collections s on s.message_id = $1 and s.issued_invoice_id = n.id and s.state = 'sent'
  left join payments r on r.reverses_id = s.payment_id
  where c.payment_id = s.payment_id and c.state = 'sent'
  returning c.payment_id, c.state
)
update sii_collections c set state = 'withdrawn'
from settled s join payments r on r.reverses_id = s.payment_id
where s.state = 'withdrawn' and c.payment_id = r.id and c.state = 'pending'

-- name: insertSiiAttempt
-- params: messageId, attempt, organizationId, startedAt, endedAt, outcome, reason?, code?, message?, httpStatus?, csv?, answer?
-- Inserts a finished attempt.
insert into sii_attempts (message_id, attempt, organization_id, started_at, ended_at, outcome, reason, code, message, http_status, csv, answer)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
on conflict do nothing

-- name: extendSiiAttempt
-- params: messageId, attempt, sendingUntil?
-- Moves the end of the lease of an attempt, unless another one has begun. Without an end the message may be sent again.
update sii_messages set sending_until = $3 where id = $1 and attempt = $2 and ended_at is null

-- name: settleSiiLines
-- params: messageId, now, invoiceIds, states, codes[?], messages[?], csvs[?]
-- Stores how AEAT left entries of a message. An entry that is unsettled waits to be sent again. An answer that is stored already stays.
with answered as (
  update sii_lines l set state = n.state, code = n.code, message = n.message, csv = n.csv, answered_at = $2
  from unnest($3::bigint[], $4::text[], $5::int[], $6::text[], $7::text[]) as n (id, state, code, message, csv)
  where l.message_id = $1 and l.issued_invoice_id = n.id and l.answered_at is null
  returning l.issued_invoice_id, l.state, l.code, l.message, l.csv
)
update sii_entries e
set state = case a.state when 'unsettled' then 'pending' else a.state end,
    code = case a.state when 'unsettled' then e.code else a.code end,
    message = case a.state when 'unsettled' then e.message else a.message end,
    csv = case a.state when 'unsettled' then e.csv else coalesce(a.csv, e.csv) end,
    answered_at = case a.state when 'unsettled' then null else $2::timestamptz end
from answered a
where e.issued_invoice_id = a.issued_invoice_id and e.state = 'sent'

-- name: endSiiMessage
-- params: messageId, now
-- Ends a message of which every entry is answered. Updates no row while an answer is missing.
update sii_messages m set ended_at = $2, sending_until = null
where m.id = $1 and m.ended_at is null
  and not exists (select from sii_lines l where l.message_id = $1 and l.answered_at is null)
  and not exists (select from sii_collections c where c.message_id = $1 and c.state = 'sent')

-- name: settleSiiIssuer
-- params: organizationId, issuerNif, failures, nextAllowedAt?, now, haltedReason?
-- Stores how the last message of an issuer ended.
update sii_issuers
set failures = $3, next_allowed_at = $4,
    halted_at = case when $6::text is null then halted_at else $5::timestamptz end, halted_reason = coalesce($6, halted_reason)
where organization_id = $1 and issuer_nif = $2

-- name: resumeSiiIssuer
-- params: organizationId, issuerNif, now
-- Lets the entries of a halted issuer be sent again. Returns why it was halted, null if it is not.
select release_sii_issuer($1, $2, $3) as "haltedReason"

-- name: listDueSii
-- params: now, most
-- Lists issuers whose entries may be sent now, with the number of those that wait.
select d.organization_id::float8 as "organizationId", c.id::float8 as "chainId", sum(d.entries)::float8 as entries
from (
  select e.organization_id, e.issuer_nif, count(*) as entries from sii_entries e where e.state = 'pending' group by 1, 2
  union all
  select c.organization_id, c.issuer_nif, count(*) from sii_collections c
  join sii_entries e on e.issued_invoice_id = c.issued_invoice_id
  where true
-- include: collectionIsDue
  group by 1, 2
  union all
  select m.organization_id, m.issuer_nif, sum(m.entries) from sii_messages m
  where m.ended_at is null and (m.sending_until is null or m.sending_until <= $1)
  group by 1, 2) d
cross join lateral (
  select h.id from chains h
  where h.organization_id = d.organization_id and h.issuer_nif = d.issuer_nif
  order by h.retired_at desc nulls first limit 1) c
left join sii_issuers s on s.organization_id = d.organization_id and s.issuer_nif = d.issuer_nif
where s.halted_at is null and (s.next_allowed_at is null or s.next_allowed_at <= $1 or s.next_allowed_at > $1 + interval '1 day')
group by d.organization_id, c.id
order by row_number() over (partition by d.organization_id order by min(coalesce(s.next_allowed_at, 'epoch'))), d.organization_id, c.id
limit $2

-- name: listSiiIssuers
-- params: today, organizationId?, chainId?
-- Lists the issuers with entries in SII, with the number of entries in each state, of collections that AEAT does not have, and the next deadline.
-- Collections of an invoice that is withdrawn are not sent, so they are not counted.
with collected as (
  select c.organization_id, c.issuer_nif, count(*) filter (where c.state <> 'rejected')::int as waiting,
         count(*) filter (where c.state = 'rejected')::int as rejected, count(*) filter (where c.due_by < $1::date)::int as overdue,
         min(c.due_by) as due_by
  from sii_collections c
  join sii_entries i on i.issued_invoice_id = c.issued_invoice_id and i.kind <> 'baja'
  where c.state in ('pending', 'sent', 'rejected') and ($2::bigint is null or c.organization_id = $2)
  group by c.organization_id, c.issuer_nif
)
select e.organization_id::float8 as "organizationId", e.issuer_nif as "issuerNif",
       count(*) filter (where e.state in ('pending', 'sent'))::int as waiting, count(*) filter (where e.state = 'accepted')::int as accepted,
       count(*) filter (where e.state = 'accepted_with_errors')::int as "withErrors", count(*) filter (where e.state = 'rejected' and e.kind <> 'baja')::int as rejected,
       count(*) filter (where e.state = 'withdrawn')::int as withdrawn,
       count(*) filter (where e.state = 'rejected' and e.kind = 'baja')::int as "refusedWithdrawals",
       count(*) filter (where e.kind = 'A0' and e.state in ('pending', 'sent', 'rejected') and e.due_by < $1::date)::int as overdue,
       coalesce(c.waiting, 0) as "collectionsWaiting", coalesce(c.rejected, 0) as "collectionsRejected", coalesce(c.overdue, 0) as "collectionsOverdue",
       to_char(least(min(e.due_by) filter (where e.kind = 'A0' and e.state in ('pending', 'sent', 'rejected')), c.due_by), 'YYYY-MM-DD') as "nextDueBy",
       s.failures, s.halted_reason as "haltedReason", (1000 * extract(epoch from s.halted_at))::float8 as "haltedAt"
from sii_entries e
left join sii_issuers s on s.organization_id = e.organization_id and s.issuer_nif = e.issuer_nif
left join collected c on c.organization_id = e.organization_id and c.issuer_nif = e.issuer_nif
where ($2::bigint is null or e.organization_id = $2) and ($3::bigint is null or (e.organization_id, e.issuer_nif) = (select c.organization_id, c.issuer_nif from chains c where c.id = $3))
group by e.organization_id, e.issuer_nif, s.failures, s.halted_reason, s.halted_at, c.waiting, c.rejected, c.overdue, c.due_by
order by e.organization_id, e.issuer_nif

-- name: listSiiEntries
-- params: organizationId, issuerNif?, states, today?, most
-- type: state SiiState from src/contracts/registers.ts
-- Lists entries in some states, those that are due first; only those whose deadline has passed if a day is given.
select e.issued_invoice_id::float8 as "invoiceId", e.issuer_nif as "issuerNif", e.invoice_number as number,
       to_char(e.issue_date, 'YYYY-MM-DD') as "issueDate", e.kind, e.state, e.version, e.fiscal_year as "fiscalYear", e.period,
       to_char(e.due_by, 'YYYY-MM-DD') as "dueBy", e.csv, e.code, e.message
from sii_entries e
where e.organization_id = $1 and ($2::text is null or e.issuer_nif = $2) and e.state = any ($3::text[])
  and ($4::date is null or e.kind = 'A0' and e.due_by < $4::date)
order by e.due_by nulls first, e.issued_invoice_id
limit $5

-- name: listSiiCollections
-- params: organizationId, issuerNif?, invoiceId?, states, today?, most
-- type: state SiiState from src/contracts/registers.ts
-- Lists the collections of an organization, or of one of its invoices, in some states, those that are due first; only those whose deadline has
-- passed if a day is given. Those of an invoice that is withdrawn are not sent.
select c.payment_id::float8 as "paymentId", c.issued_invoice_id::float8 as "invoiceId", e.invoice_number as number, e.kind = 'baja' as "isWithdrawn",
       to_char(c.collected_on, 'YYYY-MM-DD') as date, c.amount::text as amount, c.means, c.state, to_char(c.due_by, 'YYYY-MM-DD') as "dueBy",
       c.csv, c.code, c.message
from sii_collections c
join sii_entries e on e.issued_invoice_id = c.issued_invoice_id
where c.organization_id = $1 and ($2::text is null or c.issuer_nif = $2) and ($3::bigint is null or c.issued_invoice_id = $3)
  and c.state = any ($4::text[]) and ($5::date is null or e.kind <> 'baja' and c.due_by < $5::date)
order by c.due_by nulls first, c.payment_id
limit $6

-- name: recordSiiResume
-- params: organizationId, issuerNif, operator, reason?
-- Records that an operator lets the entries of an issuer be sent again.
insert into operator_acts (act, operator, reason, organization_id, subject_id, details)
values ('register.resume', $3, $4, $1::bigint, $1::bigint, jsonb_build_object('issuer', $2::text))

-- name: warnOfSiiDeadlines
-- params: today, until, before, now, most
-- Tells clients once of entries that AEAT has not accepted and whose last day is one of two days or between them. Entries that were issued since
-- a given time are being sent.
with picked as (
  select e.issued_invoice_id from sii_entries e
  where e.state in ('pending', 'sent', 'rejected') and e.kind = 'A0' and e.due_by between $1::date and $2::date
    and e.created_at < $3 and e.warned_at is null
  order by e.due_by, e.issued_invoice_id
  limit $5
  for no key update skip locked
), warned as (
  update sii_entries e set warned_at = $4 from picked p
  where e.issued_invoice_id = p.issued_invoice_id
  returning e.organization_id, e.issued_invoice_id, e.invoice_number, e.due_by
), told as (
  select w.organization_id, b.id as batch_id, w.issued_invoice_id,
         due_entry_event(b.id, b.external_batch_id, i.id, i.external_invoice_id, w.invoice_number, w.due_by) as data
  from warned w
  cross join lateral (select a.id, a.external_invoice_id from batch_invoices a where a.id = w.issued_invoice_id limit 1) i
  cross join lateral (select a.id, a.external_batch_id from batches a where a.id = w.issued_invoice_id / 1000 limit 1) b
)
select count(*)::int as warned,
       store_webhook_events(
         array_agg(t.organization_id order by t.issued_invoice_id), array_agg(t.batch_id order by t.issued_invoice_id),
         array_agg('invoice.sii_overdue_soon'::text), array_agg($4::timestamptz), array_agg(t.data order by t.issued_invoice_id))::text as stored
from told t
