-- name: listSpfeDecisions
-- params: issuerNif?
-- Lists the decisions about an issuer's deliveries to the SPFE, or about all issuers, the newest first.
select d.id::float8 as id, d.issuer_nif as "issuerNif", d.mode, d.channel, to_char(d.valid_from, 'YYYY-MM-DD') as "validFrom", d.basis,
       d.decided_by as "decidedBy", d.reason, (1000 * extract(epoch from d.decided_at))::float8 as "decidedAt",
       (1000 * extract(epoch from d.withdrawn_at))::float8 as "withdrawnAt"
from spfe_decisions d
where $1::text is null or d.issuer_nif = $1
order by d.issuer_nif, d.valid_from desc, d.id desc

-- name: countIssuedInModes
-- params: issuerNif, from?, until?
-- type: mode SpfeMode from src/contracts/spfe.ts
-- Counts the issued invoices of an issuer with issue dates in a span, by the mode in which they were issued, without annulled ones.
select coalesce(d.mode, 'off') as mode, count(*)::int as invoices, to_char(min(x.issue_date), 'YYYY-MM-DD') as first,
       to_char(max(x.issue_date), 'YYYY-MM-DD') as last, (array_agg(x.invoice_number order by x.issue_date desc, x.id desc))[1:5] as numbers
from (select distinct c.organization_id from chains c where c.issuer_nif = $1) o
join issued_invoices x on x.organization_id = o.organization_id and x.issuer_nif = $1
  and ($2::date is null or x.issue_date >= $2::date) and ($3::date is null or x.issue_date < $3::date)
left join spfe_deliveries d on d.issued_invoice_id = x.id
where not exists (select from corrections k where k.issued_invoice_id = x.id and k.kind = 'anulacion')
group by coalesce(d.mode, 'off')
order by coalesce(d.mode, 'off')

-- name: findLastIssued
-- params: issuerNif
-- Returns the latest issue date of an issuer in all organizations.
select to_char(max(x.issue_date), 'YYYY-MM-DD') as last
from (select distinct c.organization_id from chains c where c.issuer_nif = $1) o
join issued_invoices x on x.organization_id = o.organization_id and x.issuer_nif = $1

-- name: insertSpfeDecision
-- params: issuerNif, mode, channel?, validFrom, basis, operator, reason?
-- Stores a decision and records the act.
with decided as (
  insert into spfe_decisions (issuer_nif, mode, channel, valid_from, basis, decided_by, reason)
  values ($1, $2, $3, $4::date, $5, $6, $7)
  returning id, issuer_nif, mode, channel, valid_from, basis
)
insert into operator_acts (act, operator, reason, subject_id, details)
select 'issuer.spfe', $6, $7, d.id,
       jsonb_strip_nulls(jsonb_build_object('issuer', d.issuer_nif, 'mode', d.mode, 'channel', d.channel, 'from', d.valid_from, 'basis', d.basis))
from decided d

-- name: withdrawSpfeDecision
-- params: issuerNif, validFrom, now, operator, reason?
-- Withdraws the decision about an issuer that holds from a date, and records the act. Updates no row if there is none.
with withdrawn as (
  update spfe_decisions set withdrawn_at = $3
  where issuer_nif = $1 and valid_from = $2::date and withdrawn_at is null
  returning id, issuer_nif, mode, valid_from
)
insert into operator_acts (act, operator, reason, subject_id, details)
select 'issuer.spfe', $4, $5, d.id,
       jsonb_build_object('issuer', d.issuer_nif, 'mode', d.mode, 'from', d.valid_from, 'withdrawn', true)
from withdrawn d

-- name: readPersons
-- params: organizationId
-- Returns what an organization says of natural persons of whom nothing else says whether they are businesses.
select o.persons_are_businesses as "arePersonsBusinesses" from organizations o where o.id = $1
