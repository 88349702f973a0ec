-- fragment: inPeriod
-- Rectifications belong to the quarter of their issue date, others to that of the operation.
(x.operation_date is null or left(x.invoice_type, 1) = 'R' or x.operation_date between $3::text::date and $4::text::date)

-- name: describeBookIssuer
-- params: organizationId, issuerNif
-- type: parameters BookParameters from src/contracts/v2/book-parameters.ts
-- Returns what the book of an issuer needs beside its invoices: the name in the newest invoice, and
-- the parameters in the newest profile. Returns no row if the organization has issued no invoice of
-- the issuer.
select x.issuer_name as name, p.parameters
from (
  select a.issuer_name from issued_invoices a
  where a.organization_id = $1 and a.issuer_nif = $2 collate "C"
  order by a.issue_date desc, a.id desc
  limit 1) x
left join lateral (
  select n.profile -> 'book' as parameters from issuer_profiles n
  where n.organization_id = $1 and n.issuer_nif = $2
  order by n.id desc
  limit 1) p on true

-- name: findArchivedMonthOfBook
-- params: organizationId, issuerNif, from, to
-- Returns the first archived month with an invoice whose document a book needs: one of its own, or
-- one that its invoices rectify.
with months as materialized (
  select a.month, a.first_batch, a.end_batch from archived_months() a
), listed as materialized (
  select x.id from issued_invoices x
  where x.organization_id = $1 and x.issuer_nif = $2 collate "C" and x.issue_date between $3::text::date and $4::text::date
    and exists (select from months)
    and
    -- include: inPeriod
  union all
  select x.id from issued_invoices x
  where x.organization_id = $1 and x.issuer_nif = $2 collate "C" and x.operation_date between $3::text::date and $4::text::date
    and x.issue_date not between $3::text::date and $4::text::date and left(x.invoice_type, 1) <> 'R'
    and exists (select from months)
), needed as (
  select l.id from listed l
  union all
  select r.rectified_id
  from listed l
  join rectified_invoices r on r.invoice_id = l.id and r.replaces is not true
)
select to_char(m.month, 'YYYY-MM') as month
from months m
where exists (select from needed n where n.id >= m.first_batch * 1000 and n.id < m.end_batch * 1000)
order by m.month
limit 1

-- name: listBook
-- params: organizationId, issuerNif, from, to, afterDate, afterId, limit
-- Returns the invoices that were issued in the period of a book, in the order of their issue dates
-- and ids, from those after a position. elsewhereOn is the day of the operation of those that do not
-- belong to it. examinedDate and examinedId are the position after the last one; null if there are
-- no more.
with examined as materialized (
  select x.id, x.issue_date, x.invoice_number, x.operation_date,
    -- include: inPeriod
    as is_listed
  from issued_invoices x
  where x.organization_id = $1 and x.issuer_nif = $2 collate "C"
    and (x.issue_date, x.id) > ($5::text::date, $6::bigint) and x.issue_date <= $4::text::date
  order by x.issue_date, x.id
  limit $7
), ending as (
  select issue_date, id from examined where (select count(*) from examined) = $7 order by issue_date desc, id desc limit 1
)
select x.id::float8 as id, to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate", x.invoice_number as "invoiceNumber",
       to_char(case when not x.is_listed then x.operation_date end, 'YYYY-MM-DD') as "elsewhereOn",
       to_char(e.issue_date, 'YYYY-MM-DD') as "examinedDate", e.id::float8 as "examinedId"
from (select) one
left join ending e on true
left join examined x on true
order by x.issue_date, x.id

-- name: listBookByOperation
-- params: organizationId, issuerNif, from, to, issuedFrom, issuedTo, afterDate, afterId, limit
-- Returns invoices of a book that were issued before or after its period, in the order of their
-- issue dates and ids, from those after a position. There are few of them.
select x.id::float8 as id, to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate", x.invoice_number as "invoiceNumber"
from issued_invoices x
where x.organization_id = $1 and x.issuer_nif = $2 collate "C"
  and x.operation_date between $3::text::date and $4::text::date
  and x.issue_date >= $5::text::date and x.issue_date <= $6::text::date
  and (x.issue_date, x.id) > ($7::text::date, $8::bigint)
  and left(x.invoice_type, 1) <> 'R'
order by x.issue_date, x.id
limit $9

-- name: readBookInvoices
-- params: organizationId, ids
-- Returns the final states of issued invoices: AEAT's state is that of the newest alta that was not
-- rejected, as in the lists of the API, or that of the entry in SII, and the day of an annulment is
-- that of Madrid. An annulment in SII of what AEAT never registered is not refused, whatever AEAT
-- answers to it.
select n.id::float8 as id, i.external_invoice_id as "externalInvoiceId",
       coalesce(v.state, case when s.kind <> 'baja' then s.state end, '') = 'rejected' as "isRejected",
       to_char(k.created_at at time zone 'Europe/Madrid', 'YYYY-MM-DD') as "annulledOn",
       coalesce(w.state, case when s.kind = 'baja' and s.csv is not null then s.state end, '') = 'rejected' as "isAnnulmentRefused"
from unnest($2::bigint[]) as n (id)
cross join lateral (select a.external_invoice_id from batch_invoices a where a.id = n.id and a.organization_id = $1 limit 1) i
left join lateral (
  select coalesce(a.state, 'remission') as state
  from registration_records r
  left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
  where r.issued_invoice_id = n.id and r.kind = 'alta'
  order by case when a.state is null then 2 when a.state = 'rejected' then 1 else 0 end, r.sequence desc
  limit 1) v on true
left join lateral (
  select c.created_at, c.chain_id, c.sequence from corrections c
  where c.issued_invoice_id = n.id and c.kind = 'anulacion'
  order by c.id
  limit 1) k on true
-- AEAT may accept a later record of the annulment than one that it rejected.
left join lateral (
  select a.state
  from registration_records r
  left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
  where k.created_at is not null and r.issued_invoice_id = n.id and r.kind = 'anulacion'
  order by case when a.state is null then 1 when a.state = 'rejected' then 2 else 0 end, r.sequence desc
  limit 1) w on true
left join sii_entries s on s.issued_invoice_id = n.id

-- name: listBookReplaced
-- params: organizationId, ids
-- Returns the issued invoices that invoices of a book rectify or replace, except those that an F3
-- replaces.
select r.invoice_id::float8 as id, r.rectified_id::float8 as "replacedId", x.invoice_number as "invoiceNumber",
       to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate",
       exists (select from corrections c where c.issued_invoice_id = r.rectified_id and c.kind = 'anulacion') as "isAnnulled"
from unnest($2::bigint[]) as n (id)
cross join lateral (
  select a.invoice_id, a.rectified_id from rectified_invoices a
  where a.invoice_id = n.id and a.organization_id = $1 and a.replaces is not true
  offset 0) r
cross join lateral (select b.invoice_number, b.issue_date from issued_invoices b where b.id = r.rectified_id limit 1) x
order by r.invoice_id, r.rectified_id
