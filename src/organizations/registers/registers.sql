-- name: holdDecisions
-- Lets only one transaction decide about registers, and no other transaction create chains.
select hold_register_decisions() as held

-- name: holdIssuerChains
-- params: issuerNif
-- Locks the chains of an issuer in all organizations until the transaction ends, so that nobody issues for it meanwhile.
select c.id::float8 as id, c.sequence::float8 as sequence
from chains c
where c.issuer_nif = $1 and c.retired_at is null
order by c.id
for no key update of c

-- name: listDecisions
-- params: issuerNif?
-- type: period SettlementPeriod from src/contracts/registers.ts
-- Lists the decisions about an issuer, or about all issuers, the newest first.
select d.id::float8 as id, d.issuer_nif as "issuerNif", d.register, d.period, to_char(d.valid_from, 'YYYY-MM-DD') as "validFrom", d.basis,
       d.decided_by as "decidedBy", d.reason, (1000 * extract(epoch from d.decided_at))::float8 as "decidedAt",
       (1000 * extract(epoch from d.withdrawn_at))::float8 as "withdrawnAt"
from issuer_registers d
where $1::text is null or d.issuer_nif = $1
order by d.issuer_nif, d.valid_from desc, d.id desc

-- name: countIssued
-- params: issuerNif, from, until?
-- Counts the issued invoices of an issuer with issue dates in a span, by the register that has them, without annulled and withdrawn ones.
select r.register, count(*)::int as invoices, to_char(min(x.issue_date), 'YYYY-MM-DD') as first, to_char(max(x.issue_date), 'YYYY-MM-DD') as last,
       (array_agg(x.invoice_number order by x.issue_date desc, x.id desc))[1:5] as numbers
from (select distinct c.organization_id from chains c where c.issuer_nif = $1) o
join issued_invoices x on x.organization_id = o.organization_id and x.issuer_nif = $1
  and x.issue_date >= $2::date and ($3::date is null or x.issue_date < $3::date)
cross join lateral (
  select case when exists (select from sii_entries e where e.issued_invoice_id = x.id and e.backlog_id is null) then 'sii'
              when x.qr_url is not null then 'verifactu' else 'none' end as register) r
where not exists (select from corrections k where k.issued_invoice_id = x.id and k.kind = 'anulacion')
  and not exists (select from sii_entries e where e.issued_invoice_id = x.id and e.backlog_id is null and e.state = 'withdrawn')
group by r.register
order by r.register

-- name: countEntered
-- params: issuerNif, enteredOn
-- not null: first, last, numbers
-- Counts the invoices from before an issuer's entry into SII on a day that SII has or will have.
select 'sii' as register, count(*)::int as invoices, to_char(min(e.issue_date), 'YYYY-MM-DD') as first, to_char(max(e.issue_date), 'YYYY-MM-DD') as last,
       (array_agg(e.invoice_number order by e.issue_date desc, e.issued_invoice_id desc))[1:5] as numbers
from sii_backlogs b
join sii_entries e on e.backlog_id = b.id
where b.issuer_nif = $1 and b.entered_on = $2::date and e.state <> 'withdrawn' and not (e.state = 'rejected' and e.kind = 'A0')
having count(*) > 0

-- name: countUnanswered
-- params: issuerNif
-- Counts the records and entries of an issuer that AEAT has not accepted or refused for good.
select (select coalesce(sum(c.sequence - m.remitted_sequence), 0) from chains c join remissions m on m.chain_id = c.id
        where c.issuer_nif = $1 and c.retired_at is null)::float8 as records,
       (select count(*) from sii_entries e where e.issuer_nif = $1 and e.state in ('pending', 'sent', 'rejected'))::int as entries

-- name: insertDecision
-- params: issuerNif, register, period?, validFrom, basis, operator, reason?
-- Stores a decision and records the act.
with decided as (
  insert into issuer_registers (issuer_nif, register, period, valid_from, basis, decided_by, reason)
  values ($1, $2, $3, $4::date, $5, $6, $7)
  returning id, issuer_nif, register, period, valid_from, basis
)
insert into operator_acts (act, operator, reason, subject_id, details)
select 'issuer.register', $6, $7, d.id,
       jsonb_strip_nulls(jsonb_build_object('issuer', d.issuer_nif, 'register', d.register, 'period', d.period, 'from', d.valid_from, 'basis', d.basis))
from decided d

-- name: withdrawDecision
-- params: issuerNif, validFrom, now, operator, reason?
-- Withdraws the decision about an issuer that holds from a date, and records the act. Updates no row if there is none.
with withdrawn as (
  update issuer_registers set withdrawn_at = $3
  where issuer_nif = $1 and valid_from = $2::date and withdrawn_at is null
  returning id, issuer_nif, register, valid_from
)
insert into operator_acts (act, operator, reason, subject_id, details)
select 'issuer.register', $4, $5, d.id,
       jsonb_build_object('issuer', d.issuer_nif, 'register', d.register, 'from', d.valid_from, 'withdrawn', true)
from withdrawn d

-- name: readDecisions
-- type: decisions RegisterDecision[] from src/domain/registers/choose-register.ts
-- type: spfe SpfeDecision[] from src/domain/spfe/choose-mode.ts
-- not null: decisions, spfe
-- Returns the decisions about all issuers.
select register_decisions(null) as decisions, spfe_decisions(null) as spfe

-- name: readDecisionsOf
-- params: issuerNifs
-- type: decisions RegisterDecision[] from src/domain/registers/choose-register.ts
-- not null: decisions
-- Returns the decisions about some issuers, by NIF and date.
select register_decisions($1::text[]) as decisions

-- name: stampDecisions
-- Returns a text that changes whenever a decision is added or withdrawn.
select (select count(*) || ' ' || count(r.withdrawn_at) from issuer_registers r) || ' ' ||
       (select count(*) || ' ' || count(d.withdrawn_at) from spfe_decisions d) as stamp
