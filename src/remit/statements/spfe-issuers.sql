-- name: listSpfeIssuers
-- params: dueBefore, organizationId?, chainId?
-- Lists the issuers with deliveries to the SPFE, with the number of deliveries in each state, of messages that wait, and the next deadline.
with told as (
  select m.organization_id, m.issuer_nif, count(*) filter (where m.state in ('pending', 'sending', 'uncertain'))::int as waiting,
         count(*) filter (where m.state = 'rejected')::int as rejected
  from spfe_messages m
  where $2::bigint is null or m.organization_id = $2
  group by m.organization_id, m.issuer_nif
)
select d.organization_id::float8 as "organizationId", d.issuer_nif as "issuerNif",
       count(*) filter (where d.state in ('pending', 'sending', 'uncertain', 'withdrawing'))::int as waiting,
       count(*) filter (where d.state = 'prepared')::int as prepared, count(*) filter (where d.state = 'admitted')::int as admitted,
       count(*) filter (where d.state = 'rejected')::int as rejected, count(*) filter (where d.state = 'withdrawn')::int as withdrawn,
       count(*) filter (where d.state = 'unknown')::int as unknown, count(*) filter (where d.state = 'blocked')::int as blocked,
       count(*) filter (where d.state = 'held')::int as held, count(*) filter (where d.state = 'conflict')::int as conflicts,
       count(*) filter (where d.state = 'elsewhere')::int as elsewhere, count(*) filter (where d.state = 'not_concerned')::int as "notConcerned",
       count(*) filter (where d.state in ('pending', 'sending', 'uncertain') and d.due_by < $1)::int as due,
       (extract(epoch from min(d.due_by) filter (where d.state in ('pending', 'sending', 'uncertain'))) * 1000)::float8 as "nextDueBy",
       (extract(epoch from max(d.answered_at)) * 1000)::float8 as "lastAnswerAt",
       coalesce(t.waiting, 0) as "messagesWaiting", coalesce(t.rejected, 0) as "messagesRejected",
       coalesce(s.failures, 0) as failures, s.halted_reason as "haltedReason", (extract(epoch from s.halted_at) * 1000)::float8 as "haltedAt",
       (extract(epoch from s.compared_at) * 1000)::float8 as "comparedAt", coalesce(s.must_compare, false) as "mustCompare"
from spfe_deliveries d
left join spfe_issuers s on s.organization_id = d.organization_id and s.issuer_nif = d.issuer_nif
left join told t on t.organization_id = d.organization_id and t.issuer_nif = d.issuer_nif
where ($2::bigint is null or d.organization_id = $2)
  and ($3::bigint is null or (d.organization_id, d.issuer_nif) = (select c.organization_id, c.issuer_nif from chains c where c.id = $3))
group by d.organization_id, d.issuer_nif, s.failures, s.halted_reason, s.halted_at, s.compared_at, s.must_compare, t.waiting, t.rejected
order by d.organization_id, d.issuer_nif

-- name: listSpfeDeliveries
-- params: organizationId, issuerNif?, invoiceId?, states, dueBefore?, most
-- type: state SpfeState from src/contracts/spfe.ts
-- type: channel SpfeChannel from src/contracts/spfe.ts
-- type: mode SpfeMode from src/contracts/spfe.ts
-- Lists deliveries of an organization, or that of one of its invoices, in some states, those that are due first; only those that were due before a
-- time if one is given.
select d.issued_invoice_id::float8 as "invoiceId", d.issuer_nif as "issuerNif", d.invoice_number as number, to_char(d.issue_date, 'YYYY-MM-DD') as "issueDate",
       d.mode, d.channel, d.state, d.reason, d.missing, d.rule, (extract(epoch from d.due_by) * 1000)::float8 as "dueBy", d.version, d.csv, d.localizador,
       d.code, d.message, (extract(epoch from d.answered_at) * 1000)::float8 as "answeredAt"
from spfe_deliveries d
where d.organization_id = $1 and ($2::text is null or d.issuer_nif = $2) and ($3::bigint is null or d.issued_invoice_id = $3)
  and d.state = any ($4::text[]) and ($5::timestamptz is null or d.due_by < $5)
order by d.due_by nulls first, d.issued_invoice_id
limit $6

-- name: listSpfeMessages
-- params: invoiceId
-- type: kind SpfeMessageKind from src/contracts/spfe.ts
-- type: state SpfeMessageState from src/contracts/spfe.ts
-- Lists what the issuer told the SPFE about an invoice.
select m.id::float8 as id, m.kind, m.state, to_char(m.effective_on, 'YYYY-MM-DD') as "effectiveOn", to_char(m.due_on, 'YYYY-MM-DD') as "dueOn", m.csv, m.code,
       m.message, m.requested_by as "requestedBy", m.reason
from spfe_messages m
where m.issued_invoice_id = $1
order by m.id

-- name: listSpfeReports
-- params: invoiceId
-- type: kind SpfeReportKind from src/contracts/spfe.ts
-- Lists what the SPFE told that the recipient of an invoice reported.
select r.kind, to_char(r.effective_on, 'YYYY-MM-DD') as "effectiveOn", to_char(r.due_on, 'YYYY-MM-DD') as "dueOn", r.condition,
       (extract(epoch from r.first_seen_at) * 1000)::float8 as "firstSeenAt", (extract(epoch from r.gone_at) * 1000)::float8 as "goneAt"
from spfe_recipient_reports r
where r.issued_invoice_id = $1
order by r.id

-- name: resumeSpfeIssuer
-- params: organizationId, issuerNif
-- Lets the deliveries of a halted issuer be sent again. Returns why it was halted, null if it is not.
select release_spfe_issuer($1, $2) as "haltedReason"

-- name: recordSpfeResume
-- params: organizationId, issuerNif, operator, reason?
-- Records that an operator lets the deliveries of an issuer be sent again.
insert into operator_acts (act, operator, reason, organization_id, subject_id, details)
values ('spfe.resume', $3, $4, $1::bigint, $1::bigint, jsonb_build_object('issuer', $2::text))

-- name: listOrganizationsOfIssuer
-- params: issuerNif
-- Lists the organizations that issue for an issuer, or that were prepared for it: those with a chain, a profile, a certificate or a binding of it.
select o.id::float8 as id
from organizations o
where o.issuer_nifs @> array[$1::text]
   or exists (select from chains c where c.organization_id = o.id and c.issuer_nif = $1)
   or exists (select from issuer_profiles p where p.organization_id = o.id and p.issuer_nif = $1)
   or exists (select from certificates k where k.organization_id = o.id and k.issuer_nif = $1 and k.removed_at is null)
order by o.id
