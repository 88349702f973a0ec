-- name: insertSiiEntries
-- params: organizationId, createdAt, issuedInvoiceIds, issuerNifs, numbers, issueDates, fiscalYears, periods, dueDates[?], records
-- Inserts the entries of issued invoices in SII with their first versions, one list per column.
with added as (
  insert into sii_entries (organization_id, created_at, issued_invoice_id, issuer_nif, invoice_number, issue_date, fiscal_year, period, due_by)
  select $1::bigint, $2::timestamptz, n.*
  from unnest($3::bigint[], $4::text[], $5::text[], $6::text[]::date[], $7::bigint[], $8::text[], $9::text[]::date[]) as n
)
insert into sii_versions (organization_id, created_at, version, kind, issued_invoice_id, fiscal_year, period, record)
select $1::bigint, $2::timestamptz, 1, 'A0', n.*
from unnest($3::bigint[], $7::bigint[], $8::text[], $10::text[]) as n
