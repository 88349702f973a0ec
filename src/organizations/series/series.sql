-- name: changeOwnSeries
-- params: tokenHash, now, issuerNif, code, pattern, invoiceTypes, start, startYear?, isClosed, known
-- type: outcome 'created' | 'changed' | 'same' | 'stale' | 'used' | 'forbidden'
-- not null: outcome
-- Creates or changes a series for an API key, and records the act.
select change_series($1, $2, $3, $4, $5, $6::text[], $7, $8, $9, $10) as outcome

-- name: changeSeries
-- params: organizationId, operator, reason?, now, issuerNif, code, pattern, invoiceTypes, start, startYear?, isClosed, known
-- type: outcome 'created' | 'changed' | 'same' | 'stale' | 'used'
-- not null: outcome
-- Creates or changes a series on an operator's order, and records the act.
select store_series($1, $2, $3, null, $4, $5, $6, $7, $8::text[], $9, $10, $11, $12) as outcome

-- name: findHighestNumber
-- params: organizationId, issuerNif, expression, fromYear
-- not null: counter
-- Finds the issued number with the greatest counter among those of an issuer that a series could give and did not, from a
-- calendar year on. The expression captures the counter.
select x.invoice_number as number, (regexp_match(x.invoice_number, $3))[1]::float8 as counter
from issued_invoices x
where x.organization_id = $1 and x.issuer_nif = $2 and x.issue_year >= $4 and x.series_id is null and x.invoice_number ~ $3
order by (regexp_match(x.invoice_number, $3))[1]::numeric desc
limit 1

-- name: listStoredSeries
-- params: organizationId
-- type: invoiceTypes readonly InvoiceType[] from src/contracts/codes.ts
-- Returns the series of an organization, as the rules of invoices need them.
select s.id::float8 as id, s.issuer_nif as "issuerNif", s.code, s.pattern, s.invoice_types as "invoiceTypes", s.start::float8 as start,
       s.start_year as "startYear", s.closed_at is not null as "isClosed", s.revision
from series s where s.organization_id = $1 order by s.id

-- name: listComparedSeries
-- params: organizationId
-- type: series readonly StoredSeries[] from src/domain/series/series-rules.ts
-- Returns the series of an organization with the id of the last change of any of them.
select coalesce((select max(c.ordinal) from series_changes c where c.organization_id = $1), 0)::float8 as known,
       coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'issuerNif', s.issuer_nif, 'code', s.code, 'pattern', s.pattern,
         'invoiceTypes', to_jsonb(s.invoice_types), 'start', s.start, 'startYear', s.start_year, 'isClosed', s.closed_at is not null,
         'revision', s.revision) order by s.id) from series s where s.organization_id = $1), '[]') as series

-- name: listSeries
-- params: organizationId, issuerNif?, code?, before, most
-- type: invoiceTypes readonly InvoiceType[] from src/contracts/codes.ts
-- type: counters readonly StoredCounter[] from src/organizations/series/stored-counter.ts
-- Lists series of an organization with the counters of their last hundred years, the newest series first.
select s.id::float8 as id, s.issuer_nif as "issuerNif", s.code, s.pattern, s.invoice_types as "invoiceTypes", s.start::float8 as start,
       s.start_year as "startYear", s.revision,
       to_char(s.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "closedAt",
       to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
       to_char(s.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "changedAt",
       coalesce((select jsonb_agg(jsonb_build_object('year', c.year, 'first', c.first, 'last', c.last) order by c.year desc)
                 from (select * from series_counters n where n.series_id = s.id order by n.year desc limit 100) c), '[]') as counters
from series s
where s.organization_id = $1 and ($2::text is null or s.issuer_nif = $2) and ($3::text is null or s.code = $3) and s.id < $4
order by s.id desc
limit $5

-- name: listSeriesChanges
-- params: organizationId, seriesId, before, most
-- type: invoiceTypes readonly InvoiceType[] from src/contracts/codes.ts
-- Lists the versions of a series, the last first.
select c.id::float8 as id, c.pattern, c.invoice_types as "invoiceTypes", c.start::float8 as start, c.start_year as "startYear", c.is_closed as "isClosed",
       to_char(c.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "changedAt", c.changed_by as "changedBy"
from series_changes c
where c.organization_id = $1 and c.series_id = $2 and c.id < $3
order by c.id desc
limit $4

-- name: listSeriesNumbers
-- params: organizationId, seriesId, year, before, most
-- type: invoiceType InvoiceType from src/contracts/codes.ts
-- Lists the numbers that a series gave or skipped in a year, the last first.
select n.counter::float8 as counter, x.invoice_number as number, x.id::float8 as id, to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate",
       to_char(x.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "issuedAt", x.invoice_type as "invoiceType",
       n.is_skipped as "isStated"
from (
  (select a.series_number as counter, a.id, false as is_skipped from issued_invoices a
   where a.series_id = $2 and a.series_year = $3 and a.series_number < $4 and a.organization_id = $1
   order by a.series_number desc limit $5)
  union all
  (select k.number, k.issued_invoice_id, true from series_skips k
   where k.series_id = $2 and k.year = $3 and k.number < $4 and k.organization_id = $1
   order by k.number desc limit $5)
) n
join issued_invoices x on x.id = n.id
order by n.counter desc
limit $5
