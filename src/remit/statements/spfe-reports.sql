-- name: claimSpfeReadings
-- params: organizationId, issuerNif, now, until, recent, most, activeLineage?
-- Picks the admitted deliveries of an issuer that their recipients have not paid and of which the SPFE was not asked for an hour, or for a day if they
-- were issued before a date, and notes that it is asked now. Returns no row if the issuer is halted or another database is active.
with picked as (
  select d.issued_invoice_id, d.issuer_nif, d.invoice_number, d.issue_date
  from spfe_deliveries d
  where d.organization_id = $1 and d.issuer_nif = $2 and d.state = 'admitted'
    and (d.states_read_at is null or d.states_read_at <= $3::timestamptz - case when d.issue_date >= $5::date then interval '1 hour' else interval '1 day' end)
    and not exists (
      select from spfe_recipient_reports r where r.issued_invoice_id = d.issued_invoice_id and r.kind = 'PAYMENT' and r.gone_at is null)
    and not exists (select from spfe_issuers s where (s.organization_id, s.issuer_nif) = ($1, $2) and s.halted_at is not null)
    and is_database_in_use($7)
  order by d.states_read_at nulls first, d.issued_invoice_id
  limit $6
  for no key update of d skip locked
), noted as (
  update spfe_deliveries d set states_read_at = $3 from picked p where d.issued_invoice_id = p.issued_invoice_id
), requested as (
  insert into spfe_requests (organization_id, issuer_nif, service, members, created_at, sending_until)
  select $1, $2, 'find', 0, $3, $4 from picked limit 1
  returning id
)
select (select q.id::float8 from requested q) as "requestId", p.issued_invoice_id::float8 as "invoiceId", p.issuer_nif as "issuerNif", p.invoice_number as number,
       to_char(p.issue_date, 'YYYY-MM-DD') as "issueDate"
from picked p

-- name: removeGoneReports
-- params: now, asked, invoiceIds, kinds, effectiveOn, dueOn[?], conditions[?]
-- Marks the reports about invoices that the SPFE does not tell any more, or tells in another way.
update spfe_recipient_reports r set gone_at = $1
where r.issued_invoice_id = any ($2::bigint[]) and r.gone_at is null
  and not exists (
    select from unnest($3::bigint[], $4::text[], $5::text[]::date[], $6::text[]::date[], $7::text[]) as t (invoice_id, kind, effective_on, due_on, condition)
    where t.invoice_id = r.issued_invoice_id and t.kind = r.kind and t.effective_on = r.effective_on and t.due_on is not distinct from r.due_on
      and t.condition is not distinct from r.condition)

-- name: storeSpfeReports
-- params: organizationId, now, invoiceIds, kinds, effectiveOn, dueOn[?], conditions[?]
-- Stores what recipients reported, unless it is known.
insert into spfe_recipient_reports (organization_id, issued_invoice_id, kind, effective_on, due_on, condition, first_seen_at)
select $1::bigint, t.invoice_id, t.kind, t.effective_on, t.due_on, t.condition, $2
from unnest($3::bigint[], $4::text[], $5::text[]::date[], $6::text[]::date[], $7::text[]) as t (invoice_id, kind, effective_on, due_on, condition)
on conflict (issued_invoice_id, kind) where gone_at is null do nothing

-- name: listDueSpfeReadings
-- params: hourAgo, dayAgo, recent, most
-- Lists issuers, by their chains, with admitted deliveries of which the SPFE was not asked for an hour, or for a day if they were issued before a date.
select s.organization_id::float8 as "organizationId", c.id::float8 as "chainId"
from spfe_issuers s
cross join lateral (
  select h.id from chains h
  where h.organization_id = s.organization_id and h.issuer_nif = s.issuer_nif
  order by h.retired_at desc nulls first limit 1) c
where s.halted_at is null and exists (
  select from spfe_deliveries d
  where d.organization_id = s.organization_id and d.issuer_nif = s.issuer_nif and d.state = 'admitted'
    and (d.states_read_at is null or d.states_read_at <= case when d.issue_date >= $3::date then $1::timestamptz else $2::timestamptz end)
    and not exists (
      select from spfe_recipient_reports r where r.issued_invoice_id = d.issued_invoice_id and r.kind = 'PAYMENT' and r.gone_at is null))
order by s.organization_id, s.issuer_nif
limit $4
