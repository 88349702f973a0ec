-- name: findCorrectable
-- params: id
-- Returns an issued invoice with the state of the chain of its records.
select x.id::float8 as id, x.organization_id::float8 as "organizationId", x.issuer_nif as "issuerNif", x.invoice_number as number,
       to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate", c.id::float8 as "chainId", m.halted_at is not null as "isHalted", m.compare_since is not null as "isCompared",
       array(
         select y.invoice_number
         from (
           select a.id from issued_invoices a where a.rectified_invoice_id = x.id
           union
           select r.invoice_id from rectified_invoices r where r.rectified_id = x.id) l
         join issued_invoices y on y.id = l.id
         where not exists (select from corrections k where k.issued_invoice_id = y.id and k.kind = 'anulacion')
         order by y.id desc limit 6) as later
from issued_invoices x
left join lateral (
  select r.chain_id from registration_records r where r.issued_invoice_id = x.id order by r.chain_id desc, r.sequence desc limit 1) l on true
left join chains c on c.organization_id = x.organization_id and c.issuer_nif = x.issuer_nif and c.retired_at is null and l.chain_id is not null
left join remissions m on m.chain_id = c.id
where x.id = $1

-- name: listPastRecords
-- params: id
-- Lists the registration records of an invoice in their order with AEAT's answers, but without
-- their XML.
select r.chain_id::float8 as "chainId", r.sequence::float8 as sequence, r.kind, a.state as answer, a.code, a.message, k.id is not null as "isCorrection"
from registration_records r
left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
left join corrections k on k.chain_id = r.chain_id and k.sequence = r.sequence
where r.issued_invoice_id = $1
order by r.chain_id, r.sequence

-- name: storeOrderedCorrection
-- params: orderId, now, kind, chainId, sequence, previousHash?, hash, xml
-- not null: stored
-- Stores a correction that was ordered in the dashboard, together with its record
-- (migrations/0007-corrections.sql).
select store_ordered_correction($1, $2, $3, $4, $5, $6, $7, $8) as stored

-- name: listPastVersions
-- params: id
-- type: kind SiiKind from src/contracts/registers.ts
-- Lists the versions of the entry of an invoice in SII in their order, with AEAT's answers but without their contents.
select v.version, v.kind, v.fiscal_year as "fiscalYear", v.period, l.state, l.code
from sii_versions v
left join lateral (
  select a.state, a.code from sii_lines a
  where a.issued_invoice_id = v.issued_invoice_id and a.version = v.version and a.state <> 'unsettled'
  order by a.message_id desc limit 1) l on true
where v.issued_invoice_id = $1
order by v.version
