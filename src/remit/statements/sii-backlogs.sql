-- name: findEntryIntoSii
-- params: issuerNif
-- not null: period
-- type: period SettlementPeriod from src/contracts/registers.ts
-- Finds the day on which an issuer last entered SII: that of the first of the decisions for SII after the last one for VeriFactu.
select to_char(d.valid_from, 'YYYY-MM-DD') as "validFrom", d.period
from issuer_registers d
where d.issuer_nif = $1 and d.withdrawn_at is null and d.register = 'sii'
  and not exists (
    select from issuer_registers l
    where l.issuer_nif = $1 and l.withdrawn_at is null and l.register = 'verifactu' and l.valid_from > d.valid_from)
order by d.valid_from
limit 1

-- name: listBacklog
-- params: organizationId, issuerNif, from, before, settlement
-- Counts the invoices of an issuer with issue dates in a span that are neither annulled nor in SII, by the period that they would have there.
select extract(year from a.day)::int as "fiscalYear", case $5 when 'quarter' then to_char(a.day, 'Q') || 'T' else to_char(a.day, 'MM') end as period,
       count(*)::int as invoices, to_char(min(x.issue_date), 'YYYY-MM-DD') as first, to_char(max(x.issue_date), 'YYYY-MM-DD') as last
from issued_invoices x
-- As findAccrualDate (src/domain/sii/period.ts).
cross join lateral (
  select case when x.invoice_type like 'R%' then greatest(coalesce(x.operation_date, x.issue_date), x.issue_date)
              else coalesce(x.operation_date, x.issue_date) end as day) a
where x.organization_id = $1 and x.issuer_nif = $2 and x.issue_date >= $3::date and x.issue_date < $4::date
  and not exists (select from corrections k where k.issued_invoice_id = x.id and k.kind = 'anulacion')
  and not exists (select from sii_entries e where e.issued_invoice_id = x.id)
group by 1, 2
order by 1, 2

-- name: orderBacklog
-- params: organizationId, issuerNif, enteredOn, now, operator, reason?
-- Orders the earlier invoices of an issuer, and records the act; does nothing while an order is under way.
with ordered as (
  insert into sii_backlogs (organization_id, issuer_nif, entered_on, ordered_at)
  values ($1, $2, $3::date, $4)
  on conflict do nothing
  returning id
), recorded as (
  insert into operator_acts (act, operator, reason, organization_id, subject_id, details)
  select 'register.backlog', $5, $6, $1::bigint, $1::bigint, jsonb_build_object('issuer', $2::text, 'entered', $3::text, 'order', o.id)
  from ordered o
)
select o.id::float8 as id from ordered o

-- name: lockBacklog
-- params: backlogId
-- Locks an order until the transaction ends.
select b.organization_id::float8 as "organizationId", b.issuer_nif as "issuerNif", to_char(b.entered_on, 'YYYY-MM-DD') as "enteredOn",
       b.examined_invoice_id::float8 as "examinedId", b.ended_at is not null as "isEnded"
from sii_backlogs b
where b.id = $1
for no key update of b

-- name: holdChainsOfBacklog
-- params: organizationId, issuerNif
-- Locks the chains of an issuer until the transaction ends, so that none of its invoices is annulled meanwhile.
select c.id::float8 as id from chains c where c.organization_id = $1 and c.issuer_nif = $2 order by c.id for no key update of c

-- name: listBacklogChunk
-- params: organizationId, issuerNif, from, before, examinedId, most
-- Lists the next invoices of an issuer with issue dates in a span that are neither annulled nor in SII, with what their records depend on besides
-- their documents (as readDrafting, src/operate/statements/entries.sql).
select x.id::float8 as "invoiceId", x.invoice_number as number, to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate", b.api_version as version,
       o.operation_date as "rectifiedOperationDate"
from (
  select i.id, i.invoice_number, i.issue_date from issued_invoices i
  where i.organization_id = $1 and i.issuer_nif = $2 and i.issue_date >= $3::date and i.issue_date < $4::date and i.id > $5
    and not exists (select from corrections k where k.issued_invoice_id = i.id and k.kind = 'anulacion')
    and not exists (select from sii_entries e where e.issued_invoice_id = i.id)
  order by i.id
  limit $6) x
join batches b on b.id = x.id / 1000
cross join lateral (
  select case when count(*) = 1 then to_char(min(coalesce(y.operation_date, y.issue_date)), 'YYYY-MM-DD') end as operation_date
  from (
    select a.rectified_invoice_id as id from issued_invoices a where a.id = x.id
    union
    select r.rectified_id from rectified_invoices r where r.invoice_id = x.id) l
  join issued_invoices y on y.id = l.id) o
order by x.id

-- name: storeBacklogChunk
-- params: backlogId, organizationId, issuerNif, now, dueBy, examinedId, ids, numbers, issueDates, fiscalYears, periods, records, refusedIds, reasons
-- Stores the entries of a chunk with their first versions, the invoices that were refused, and how far the order has come.
with added as (
  insert into sii_entries (organization_id, created_at, issuer_nif, due_by, backlog_id, issued_invoice_id, invoice_number, issue_date, fiscal_year, period)
  select $2::bigint, $4::timestamptz, $3, $5::date, $1::bigint, n.*
  from unnest($7::bigint[], $8::text[], $9::text[]::date[], $10::int[], $11::text[]) as n
), versions as (
  insert into sii_versions (organization_id, created_at, version, kind, issued_invoice_id, fiscal_year, period, record)
  select $2::bigint, $4::timestamptz, 1, 'A0', n.* from unnest($7::bigint[], $10::int[], $11::text[], $12::text[]) as n
), refusals as (
  insert into sii_backlog_refusals (backlog_id, organization_id, issued_invoice_id, reason)
  select $1::bigint, $2::bigint, n.* from unnest($13::bigint[], $14::text[]) as n
)
update sii_backlogs b
set examined_invoice_id = $6, entries = b.entries + cardinality($7::bigint[]), refused = b.refused + cardinality($13::bigint[])
where b.id = $1

-- name: endBacklog
-- params: backlogId, now, failure?
-- Ends an order.
update sii_backlogs set ended_at = $2, failure = $3 where id = $1 and ended_at is null

-- name: listDueBacklogs
-- params: most
-- Lists the orders that have not ended, the oldest first.
select b.id::float8 as "backlogId", b.organization_id::float8 as "organizationId"
from sii_backlogs b
where b.ended_at is null
order by b.id
limit $1

-- name: findLastBacklog
-- params: organizationId, issuerNif
-- Finds the last order for an issuer.
select b.id::float8 as id, to_char(b.entered_on, 'YYYY-MM-DD') as "enteredOn", (1000 * extract(epoch from b.ordered_at))::float8 as "orderedAt",
       b.entries, b.refused, (1000 * extract(epoch from b.ended_at))::float8 as "endedAt", b.failure
from sii_backlogs b
where b.organization_id = $1 and b.issuer_nif = $2
order by b.id desc
limit 1

-- name: countBacklogEntries
-- params: organizationId, issuerNif
-- Counts the entries of earlier invoices of an issuer: all, those without an answer, those that AEAT rejected, and those whose invoice was annulled
-- although SII has it or will have it.
select count(*)::int as entries, count(*) filter (where e.state in ('pending', 'sent'))::int as waiting,
       count(*) filter (where e.state = 'rejected')::int as rejected,
       count(*) filter (where e.state not in ('withdrawn', 'rejected') and e.kind <> 'baja'
         and exists (select from corrections k where k.issued_invoice_id = e.issued_invoice_id and k.kind = 'anulacion'))::int as annulled
from sii_entries e
where e.organization_id = $1 and e.issuer_nif = $2 and e.backlog_id is not null

-- name: listBacklogRefusals
-- params: backlogId, most
-- Lists the invoices that an order could not enter, with the reasons.
select r.issued_invoice_id::float8 as "invoiceId", x.invoice_number as number, to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate", r.reason
from sii_backlog_refusals r
join issued_invoices x on x.id = r.issued_invoice_id
where r.backlog_id = $1
order by r.issued_invoice_id
limit $2
