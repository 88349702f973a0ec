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

-- name: insertSpfeDeliveries
-- params: organizationId, createdAt, issuedInvoiceIds, issuerNifs, numbers, issueDates, modes, channels, states, reasons[?], missing[?]
-- Inserts the deliveries of issued invoices to the SPFE, one list per column. Missing facts are separated by blanks. What is
-- sent is due when it is issued (RD 238/2026, art. 8.2; Orden HAC/1028/2026, art. 4.1).
insert into spfe_deliveries (organization_id, created_at, issued_invoice_id, issuer_nif, invoice_number, issue_date, mode, channel, state, reason, missing, due_by)
select $1::bigint, $2::timestamptz, n.id, n.issuer_nif, n.number, n.issue_date, n.mode, n.channel, n.state, n.reason, string_to_array(n.missing, ' '),
       case when n.state = 'pending' then $2::timestamptz end
from unnest($3::bigint[], $4::text[], $5::text[], $6::text[]::date[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
  as n (id, issuer_nif, number, issue_date, mode, channel, state, reason, missing)
