-- name: listEntryVersions
-- params: id
-- type: kind SiiKind from src/contracts/registers.ts
-- Lists the versions of the entry of an invoice in SII in their order, with AEAT's answers. Returns no row if it is not in SII.
select v.version, v.kind, v.fiscal_year as "fiscalYear", v.period, l.state, l.code, l.message, l.csv, v.ordered_by as "orderedBy", v.reason, v.record,
       (extract(epoch from v.created_at) * 1000)::float8 as "createdAt"
from sii_versions v
left join lateral (
  select a.state, a.code, a.message, a.csv from sii_lines a
  where a.issued_invoice_id = v.issued_invoice_id and a.version = v.version and a.state <> 'unsettled'
  order by a.message_id desc limit 1) l on true
where v.issued_invoice_id = $1
order by v.version

-- name: readDrafting
-- params: id
-- Returns what the record of an issued invoice depends on besides its document: the version of the API that received it, the date of the
-- operation of the invoice that it rectifies or replaces; null if it names none or several that are stored; and the day on which its issuer
-- entered SII, if it was issued before.
select b.api_version as version, o.operation_date as "rectifiedOperationDate",
       (select to_char(g.entered_on, 'YYYY-MM-DD') from sii_entries e join sii_backlogs g on g.id = e.backlog_id where e.issued_invoice_id = $1) as "enteredOn"
from batches b
cross join lateral (
  select case when count(*) = 1 then to_char(min(coalesce(x.operation_date, x.issue_date)), 'YYYY-MM-DD') end as operation_date
  from (
    select a.rectified_invoice_id as id from issued_invoices a where a.id = $1
    union
    select r.rectified_id from rectified_invoices r where r.invoice_id = $1) l
  join issued_invoices x on x.id = l.id) o
where b.id = $1 / 1000

-- name: addEntryVersion
-- params: organizationId, id, now, version, kind, fiscalYear, period, record, operator, reason
-- not null: number
-- Adds a version to an entry, which then waits to be sent, and the correction of its invoice (migrations/0046-sii-corrections.sql).
select add_sii_version($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as number

-- name: storeKeyEntryCorrection
-- params: tokenHash, now, action, reason, id, version, kind, fiscalYear, period, record
-- not null: stored
-- Stores a correction of an entry that was ordered with an API key (migrations/0046-sii-corrections.sql).
select store_sii_correction($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as stored

-- name: storeOrderedEntryCorrection
-- params: orderId, now, version, kind, fiscalYear, period, record
-- not null: stored
-- Stores a correction of an entry that was ordered in the dashboard (migrations/0046-sii-corrections.sql).
select store_ordered_sii_correction($1, $2, $3, $4, $5, $6, $7) as stored
