-- name: measureSpfe
-- params: looked, acted, mostCounted
-- Measures the deliveries to the SPFE that are neither there nor given up: how many were due before a time, and how many before an earlier one.
with waiting as materialized (
  select d.organization_id, d.due_by
  from spfe_deliveries d
  where d.state in ('unknown', 'blocked', 'held', 'pending', 'sending', 'uncertain', 'rejected', 'conflict')
    and d.state in ('pending', 'sending', 'uncertain') and d.due_by is not null
  order by d.due_by
  limit $3
)
select count(*)::int as waiting, count(*) filter (where w.due_by < $1)::int as late, count(*) filter (where w.due_by < $2)::int as overdue,
       (extract(epoch from min(w.due_by)) * 1000)::float8 as "firstDueBy",
       coalesce(array_agg(distinct w.organization_id::float8) filter (where w.due_by < $1), '{}') as "organizationIds",
       (select count(*)::int from spfe_issuers s where s.halted_at is not null) as halted,
       (select count(*)::int from (
          select from spfe_deliveries r where r.state in ('unknown', 'blocked', 'held', 'pending', 'sending', 'uncertain', 'rejected', 'conflict')
            and r.state = 'rejected' limit $3) n) as rejected,
       (select count(*)::int from (select from spfe_differences limit $3) n) as differences,
       (select (extract(epoch from o.began_at) * 1000)::float8 from spfe_outages o where o.ended_at is null) as "outageSince",
       coalesce((select o.attempts from spfe_outages o where o.ended_at is null), 0) as "failedAttempts",
       exists (select from spfe_decisions e where e.withdrawn_at is null and e.mode <> 'off') as "isUsed"
from waiting w

-- name: listOpenSpfe
-- params: most, mostCounted
-- Lists the issuers with deliveries to the SPFE that are neither there nor given up, and those that are halted, that wait for a comparison or whose last
-- requests failed: halted ones first, then by the deadline.
with open as materialized (
  select d.organization_id, d.issuer_nif, d.state, d.due_by
  from spfe_deliveries d
  where d.state in ('unknown', 'blocked', 'held', 'pending', 'sending', 'uncertain', 'rejected', 'conflict')
  order by d.due_by
  limit $2
), counted as (
  select o.organization_id, o.issuer_nif, count(*) filter (where o.state in ('pending', 'sending', 'uncertain'))::int as waiting,
         count(*) filter (where o.state = 'rejected')::int as rejected,
         count(*) filter (where o.state in ('unknown', 'blocked', 'held', 'conflict'))::int as undecided,
         min(o.due_by) filter (where o.state in ('pending', 'sending', 'uncertain')) as due_by
  from open o
  group by o.organization_id, o.issuer_nif
), listed as (
  select c.organization_id, c.issuer_nif from counted c
  union
  select s.organization_id, s.issuer_nif from spfe_issuers s where s.halted_at is not null or s.failures > 0 or s.must_compare
)
select h.id::float8 as "chainId", l.organization_id::float8 as "organizationId", l.issuer_nif as "issuerNif", coalesce(s.failures, 0) as failures,
       s.halted_reason as "haltedReason", (extract(epoch from s.halted_at) * 1000)::float8 as "haltedAt",
       (extract(epoch from s.next_allowed_at) * 1000)::float8 as "nextAllowedAt", coalesce(s.must_compare, false) as "mustCompare",
       coalesce(c.waiting, 0) as waiting, coalesce(c.rejected, 0) as rejected, coalesce(c.undecided, 0) as undecided,
       (extract(epoch from c.due_by) * 1000)::float8 as "firstDueBy",
       (extract(epoch from q.ended_at) * 1000)::float8 as "lastAt", q.outcome as "lastOutcome", q.code as "lastCode", q.message as "lastMessage"
from listed l
left join spfe_issuers s on s.organization_id = l.organization_id and s.issuer_nif = l.issuer_nif
left join counted c on c.organization_id = l.organization_id and c.issuer_nif = l.issuer_nif
left join lateral (
  select h.id from chains h where h.organization_id = l.organization_id and h.issuer_nif = l.issuer_nif order by h.retired_at desc nulls first limit 1) h on true
left join lateral (
  select r.ended_at, r.outcome, r.code, r.message
  from spfe_requests r
  where r.organization_id = l.organization_id and r.issuer_nif = l.issuer_nif and r.ended_at is not null
  order by r.ended_at desc
  limit 1) q on true
order by s.halted_at, coalesce(s.failures, 0) = 0, c.due_by, l.organization_id, l.issuer_nif
limit $1

-- name: listSpfeFaults
-- params: mostLookedAt, most, mostNamed
-- type: state 'blocked' | 'conflict' | 'held' | 'rejected' | 'unknown'
-- Groups the deliveries that a person decides by their state and its cause. Removes from AEAT's messages the parts that
-- differ between documents; of the texts of a rule the first one stands for all.
with newest as materialized (
  select d.issued_invoice_id, d.organization_id, d.state, coalesce(d.answered_at, d.created_at) as at,
         case d.state when 'blocked' then d.rule when 'unknown' then array_to_string(d.missing, ', ') else d.code end as cause,
         case when d.state in ('rejected', 'conflict') then left(regexp_replace(d.message, '[A-Z]?[0-9]{2,}[A-Z]?', '#', 'g'), 400) end as message,
         case d.state when 'blocked' then left(d.message, 400) end as rule_text
  from spfe_deliveries d
  where d.state in ('unknown', 'blocked', 'held', 'pending', 'sending', 'uncertain', 'rejected', 'conflict')
    and d.state in ('unknown', 'blocked', 'held', 'rejected', 'conflict')
  order by d.due_by nulls first
  limit $1
), grouped as (
  select state, cause, message, min(rule_text) as rule_text, count(*)::int as deliveries, array_agg(distinct organization_id::float8) as organizations, min(at) as first_at, max(at) as last_at
  from newest
  group by state, cause, message
  order by state, deliveries desc, cause
  limit $2
)
select g.state, g.cause, coalesce(g.message, g.rule_text) as message, g.deliveries, g.organizations as "organizationIds",
       (extract(epoch from g.first_at) * 1000)::float8 as "firstAt", (extract(epoch from g.last_at) * 1000)::float8 as "lastAt",
       array(select n.issued_invoice_id::float8 from newest n
             where n.state = g.state and n.cause is not distinct from g.cause and n.message is not distinct from g.message
             order by n.at desc, n.issued_invoice_id limit $3) as "invoiceIds"
from grouped g
order by g.state, g.deliveries desc, g.cause

-- name: listSpfeDifferences
-- params: mostLookedAt, most
-- type: kind SpfeDifference from src/contracts/spfe.ts
-- Counts by issuer and kind the documents in which the SPFE and the deliveries differ.
select d.organization_id::float8 as "organizationId", d.issuer_nif as "issuerNif", d.kind, count(*)::int as documents, min(d.invoice_number) as "firstNumber",
       (extract(epoch from max(d.found_at)) * 1000)::float8 as "lastAt"
from (select n.* from spfe_differences n limit $1) d
group by d.organization_id, d.issuer_nif, d.kind
order by count(*) desc, d.organization_id, d.issuer_nif, d.kind
limit $2

-- name: listSpfeRejections
-- params: mostLookedAt, most, mostNamed
-- Counts by organization and reason the invoices that their recipients rejected, the newest ones.
with newest as materialized (
  select r.organization_id, r.issued_invoice_id, r.condition, r.first_seen_at
  from spfe_recipient_reports r
  where r.kind = 'REJECTION' and r.gone_at is null
  order by r.first_seen_at desc
  limit $1
)
select n.organization_id::float8 as "organizationId", n.condition, count(*)::int as invoices,
       (array_agg(n.issued_invoice_id::float8 order by n.first_seen_at desc))[1:$3] as "invoiceIds",
       (extract(epoch from min(n.first_seen_at)) * 1000)::float8 as "firstAt", (extract(epoch from max(n.first_seen_at)) * 1000)::float8 as "lastAt"
from newest n
group by n.organization_id, n.condition
order by max(n.first_seen_at) desc
limit $2

-- name: listSpfeDisagreements
-- params: mostLookedAt, most, mostNamed
-- type: kind 'annulled' | 'paid'
-- Counts by organization the invoices that are annulled and still at the SPFE, and those that their recipients paid on another day, or with another due
-- date, than their issuers reported. Of the newest annulments and reports.
with annulled as materialized (
  select c.organization_id, c.issued_invoice_id, c.kind, c.created_at from corrections c order by c.id desc limit $1
), paid as materialized (
  select r.organization_id, r.issued_invoice_id, r.effective_on, r.due_on, r.first_seen_at
  from spfe_recipient_reports r
  where r.kind = 'PAYMENT' and r.gone_at is null
  order by r.first_seen_at desc
  limit $1
), found as (
  select 'annulled' as kind, a.organization_id, a.issued_invoice_id, a.created_at as at
  from annulled a
  join spfe_deliveries d on d.issued_invoice_id = a.issued_invoice_id and d.state = 'admitted'
  where a.kind = 'anulacion'
  union all
  select 'paid', p.organization_id, p.issued_invoice_id, p.first_seen_at
  from paid p
  join spfe_messages m on m.issued_invoice_id = p.issued_invoice_id and m.kind = 'SETTLEMENT' and m.state = 'accepted'
  where (m.effective_on <> p.effective_on or m.due_on <> p.due_on)
    and not exists (select from spfe_messages x where x.cancels_id = m.id and x.state = 'accepted')
    and not exists (
      select from spfe_messages x
      where x.issued_invoice_id = m.issued_invoice_id and x.kind = 'CANCELINVOICE' and x.state = 'accepted' and x.id > m.id)
)
select f.kind, f.organization_id::float8 as "organizationId", count(*)::int as invoices,
       (array_agg(f.issued_invoice_id::float8 order by f.at desc))[1:$3] as "invoiceIds", (extract(epoch from max(f.at)) * 1000)::float8 as "lastAt"
from found f
group by f.kind, f.organization_id
order by f.kind, f.organization_id
limit $2

-- name: listUndecidedSpfe
-- params: turnover, everyone, most
-- Lists issuers about whose invoices nobody decided whether they go to the SPFE, though they issued invoices since the day of the duty: the first day
-- for issuers in SII, whose volume of operations may exceed 8,000,000 euros, and the second one for all.
select c.organization_id::float8 as "organizationId", c.issuer_nif as "issuerNif"
from (select h.organization_id, h.issuer_nif, max(h.last_issue_date) as last_issue_date from chains h group by h.organization_id, h.issuer_nif) c
where not exists (select from spfe_decisions d where d.issuer_nif = c.issuer_nif and d.withdrawn_at is null)
  and (c.last_issue_date >= $2::date
       or exists (
         select from sii_entries e
         where e.organization_id = c.organization_id and e.issuer_nif = c.issuer_nif and e.fiscal_year >= extract(year from $1::date)
           and e.issue_date >= $1::date))
order by c.organization_id, c.issuer_nif
limit $3

-- name: listSpfeSenders
-- params: today, most
-- Lists issuers whose invoices are to be sent to the SPFE by a decision that holds on a day or begins later.
select distinct d.issuer_nif as nif
from spfe_decisions d
where d.withdrawn_at is null and d.mode = 'send' and not exists (
  select from spfe_decisions later
  where later.issuer_nif = d.issuer_nif and later.withdrawn_at is null and later.valid_from > d.valid_from and later.valid_from <= $1::date)
order by d.issuer_nif
limit $2
