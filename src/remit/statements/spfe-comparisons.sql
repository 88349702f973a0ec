-- name: orderSpfeComparison
-- params: organizationId, issuerNif, operator, reason?
-- Lets an issuer be compared with the SPFE at once, and records the act. Returns no row if nothing of the issuer was sent.
with ordered as (
  update spfe_issuers s set compared_at = null where s.organization_id = $1 and s.issuer_nif = $2
  returning s.organization_id
)
insert into operator_acts (act, operator, reason, organization_id, subject_id, details)
select 'spfe.compare', $3, $4, o.organization_id, o.organization_id, jsonb_build_object('issuer', $2::text) from ordered o
returning id::float8 as id

-- name: listStoredSpfeDifferences
-- params: organizationId, issuerNif?, most
-- type: kind SpfeDifference from src/contracts/spfe.ts
-- Lists the documents of an organization in which the SPFE and the deliveries differ.
select d.issuer_nif as "issuerNif", d.kind, d.invoice_number as number, to_char(d.issue_date, 'YYYY-MM-DD') as "issueDate",
       d.issued_invoice_id::float8 as "invoiceId", d.details, (extract(epoch from d.found_at) * 1000)::float8 as "foundAt"
from spfe_differences d
where d.organization_id = $1 and ($2::text is null or d.issuer_nif = $2)
order by d.issuer_nif, d.kind, d.issue_date, d.invoice_number
limit $3

-- name: listDueSpfeComparisons
-- params: before, now, most
-- Lists issuers, by their chains, whose documents at the SPFE were not compared since a time, those first that must be compared before anything is sent.
select s.organization_id::float8 as "organizationId", c.id::float8 as "chainId"
from spfe_issuers s
cross join lateral (
  select h.id from chains h
  where h.organization_id = s.organization_id and h.issuer_nif = s.issuer_nif
  order by h.retired_at desc nulls first limit 1) c
where s.halted_at is null and (s.comparing_until is null or s.comparing_until <= $2) and (s.must_compare or s.compared_at is null or s.compared_at < $1)
order by not s.must_compare, s.compared_at nulls first
limit $3

-- name: claimSpfeComparison
-- params: organizationId, issuerNif, before, now, until, activeLineage?
-- Claims the next page of a comparison for a worker. Returns no row if the issuer is halted, if another worker asks, if it was compared since a
-- time, or if another database is active.
with claimed as (
  update spfe_issuers s
  set comparing_until = $5, comparing_from = coalesce(s.comparing_from, $4), compared_page = case when s.comparing_from is null then null else s.compared_page end
  where s.organization_id = $1 and s.issuer_nif = $2 and s.halted_at is null and (s.comparing_until is null or s.comparing_until <= $4)
    and (s.must_compare or s.compared_at is null or s.compared_at < $3) and is_database_in_use($6)
  returning s.organization_id, s.issuer_nif, s.comparing_from, s.compared_page, s.must_compare
), requested as (
  insert into spfe_requests (organization_id, issuer_nif, service, members, created_at, sending_until)
  select c.organization_id, c.issuer_nif, 'list', 0, $4, $5 from claimed c
  returning id
)
select (select q.id::float8 from requested q) as "requestId", (extract(epoch from c.comparing_from) * 1000)::float8 as "beganAt", c.compared_page as page,
       c.must_compare as "mustCompare"
from claimed c

-- name: delaySpfeComparison
-- params: organizationId, issuerNif, until
-- Delays the next page of a comparison.
update spfe_issuers set comparing_until = $3 where organization_id = $1 and issuer_nif = $2

-- name: haltSpfeComparison
-- params: organizationId, issuerNif, now, reason
-- Halts an issuer whose documents the SPFE does not list, because a person must mend it.
update spfe_issuers set halted_at = $3, halted_reason = $4, comparing_until = null, comparing_from = null, compared_page = null
where organization_id = $1 and issuer_nif = $2 and halted_at is null

-- name: giveUpSpfeComparison
-- params: organizationId, issuerNif, now
-- Gives a comparison up until the next one.
with dropped as (
  delete from spfe_compared where organization_id = $1 and issuer_nif = $2
)
update spfe_issuers set compared_at = $3, comparing_until = null, comparing_from = null, compared_page = null
where organization_id = $1 and issuer_nif = $2

-- name: storeSpfePage
-- params: organizationId, issuerNif, page, numbers, issueDates, statuses, localizadors[?], csvs[?]
-- Stores what a page of the SPFE shows, and where the comparison goes on.
with moved as (
  update spfe_issuers s set compared_page = $3, comparing_until = null where s.organization_id = $1 and s.issuer_nif = $2
)
insert into spfe_compared (organization_id, issuer_nif, issue_date, invoice_number, status, localizador, csv)
select distinct on (d.day, d.number) $1::bigint, $2, d.day, d.number, d.status, d.localizador, d.csv
from unnest($4::text[], $5::text[]::date[], $6::text[], $7::text[], $8::text[]) as d (number, day, status, localizador, csv)
order by d.day, d.number
on conflict do nothing

-- name: endSpfeComparison
-- params: organizationId, issuerNif, from, began, now, taken
-- Compares what the SPFE has shown of the documents registered since a time with the deliveries, and stores what differs: documents that the engine
-- did not send, and admitted ones that the SPFE does not show. Differences that are gone are removed. Deliveries that wait though the SPFE has them are
-- looked up before they are sent, and after a restore the messages about them, too; until the contents of all of them are written, the comparison must
-- be made again.
with issuers as (
  select distinct c.organization_id from chains c where c.issuer_nif = $2
), shown as materialized (
  select p.issue_date, p.invoice_number, p.status, p.localizador, d.issued_invoice_id, d.organization_id, d.state, d.version, d.localizador as ours, d.answered_at
  from spfe_compared p
  left join lateral (
    select n.*
    from issuers o
    join spfe_deliveries n on n.organization_id = o.organization_id and n.issuer_nif = p.issuer_nif and n.issue_date = p.issue_date
      and n.invoice_number = p.invoice_number
    order by n.organization_id = $1 desc
    limit 1) d on true
  where p.organization_id = $1 and p.issuer_nif = $2
), found as materialized (
  select s.issue_date, s.invoice_number, 'foreign' as kind, s.issued_invoice_id, 'the delivery is ' || s.state as details
  from shown s
  where s.status = $6 and (s.issued_invoice_id is null
    or s.organization_id = $1 and s.state in ('not_concerned', 'unknown', 'blocked', 'prepared', 'held'))
  union all
  select s.issue_date, s.invoice_number, 'content', s.issued_invoice_id, 'localizador ' || s.ours || ' here, ' || s.localizador || ' there'
  from shown s
  where s.status = $6 and s.organization_id = $1 and s.state in ('admitted', 'withdrawing') and s.ours <> s.localizador and s.answered_at < $4
  union all
  select s.issue_date, s.invoice_number, 'missing', s.issued_invoice_id, s.status
  from shown s
  where s.status <> $6 and s.organization_id = $1 and s.state = 'admitted' and s.answered_at < $4
  union all
  select d.issue_date, d.invoice_number, 'missing', d.issued_invoice_id, null
  from spfe_deliveries d
  where d.organization_id = $1 and d.issuer_nif = $2 and d.state = 'admitted' and d.answered_at between $3 and $4
    and not exists (
      select from spfe_compared p
      where (p.organization_id, p.issuer_nif, p.issue_date, p.invoice_number) = (d.organization_id, d.issuer_nif, d.issue_date, d.invoice_number))
    and not exists (
      select from spfe_members m join spfe_requests q on q.id = m.request_id
      where m.issued_invoice_id = d.issued_invoice_id and m.message_id is null and q.service = 'send' and q.created_at < $3)
), removed as (
  delete from spfe_differences x
  where x.organization_id = $1 and x.issuer_nif = $2
    and (x.kind in ('foreign', 'missing')
         or x.kind = 'content' and exists (
           select from shown s where (s.issue_date, s.invoice_number, s.status, s.state) = (x.issue_date, x.invoice_number, $6, 'admitted')))
    and not exists (
      select from found f where (f.issue_date, f.invoice_number, f.kind) = (x.issue_date, x.invoice_number, x.kind))
), stored as (
  insert into spfe_differences (organization_id, issuer_nif, issue_date, invoice_number, kind, issued_invoice_id, details, found_at)
  select $1, $2, f.issue_date, f.invoice_number, f.kind, f.issued_invoice_id, f.details, $5 from found f
  on conflict (organization_id, issuer_nif, issue_date, invoice_number, kind)
  do update set details = excluded.details, issued_invoice_id = excluded.issued_invoice_id
), waiting as (
  select s.issued_invoice_id, s.version from shown s where s.status = $6 and s.organization_id = $1 and s.state = 'pending'
), looked as (
  update spfe_deliveries d set state = 'uncertain', not_before = null
  from waiting w
  where d.issued_invoice_id = w.issued_invoice_id and d.state = 'pending' and d.version > 0
  returning d.issued_invoice_id
), doubted as (
  update spfe_messages m set state = 'uncertain', not_before = null
  from spfe_issuers s
  where s.organization_id = $1 and s.issuer_nif = $2 and s.must_compare and m.organization_id = $1 and m.issuer_nif = $2 and m.state = 'pending'
    and exists (
      select from spfe_deliveries d
      where d.issued_invoice_id = m.issued_invoice_id
        and (d.state in ('uncertain', 'admitted', 'withdrawing') or d.issued_invoice_id in (select l.issued_invoice_id from looked l)))
), ended as (
  update spfe_issuers s
  set compared_at = $5, comparing_until = null, comparing_from = null, compared_page = null,
      must_compare = s.must_compare and exists (select from waiting w where w.version = 0)
  where s.organization_id = $1 and s.issuer_nif = $2
), emptied as (
  delete from spfe_compared p where p.organization_id = $1 and p.issuer_nif = $2
)
select count(*)::int as shown, (select count(*)::int from found f where f.kind = 'foreign') as "foreignDocuments",
       (select count(*)::int from found f where f.kind = 'missing') as missing, (select count(*)::int from found f where f.kind = 'content') as differing,
       (select count(*)::int from looked) as looked, exists (select from waiting w where w.version = 0) as "isUnwritten"
from shown
