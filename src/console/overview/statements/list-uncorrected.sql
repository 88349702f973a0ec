-- Records that AEAT refused or found errors in and that no newer record of their invoice corrects, by what AEAT said, refused ones first. What differs from record to record
-- is left out of AEAT's words: numbers, NIFs, names. $1 answers that are looked at, the newest · $2 codes that AEAT excuses · $3 groups at most · $4 invoices that are named, per group
with newest as materialized (
  select a.chain_id, a.sequence, a.organization_id, a.state, a.code, a.message, a.answered_at
  from record_answers a
  where a.state <> 'accepted'
  order by a.answered_at desc
  limit $1
), open as materialized (
  select n.organization_id, n.state, n.code, n.answered_at, r.issued_invoice_id, r.kind,
         left(regexp_replace(regexp_replace(n.message, '(NOMBRE_RAZON|NombreRazon)\s*:.*$', '\1: …', 'i'), '[A-Z]?[0-9]{2,}[A-Z]?', '#', 'g'), 400) as message
  from newest n
  join registration_records r on r.chain_id = n.chain_id and r.sequence = n.sequence
  where (n.state = 'rejected' or n.code is null or n.code <> all ($2::int[]))
    and not exists (
      select from registration_records l
      where l.issued_invoice_id = r.issued_invoice_id and (l.chain_id, l.sequence) > (r.chain_id, r.sequence))
), grouped as (
  select state, code, kind, message, count(*)::int as records, array_agg(distinct organization_id::float8) as organizations,
         min(answered_at) as first_at, max(answered_at) as last_at, max(issued_invoice_id) as newest_id
  from open
  group by state, code, kind, message
  order by state desc, records desc, code
  limit $3
)
select g.state, g.code, g.kind, g.message, g.records, g.organizations as "organizationIds",
       (extract(epoch from g.first_at) * 1000)::float8 as "firstAt", (extract(epoch from g.last_at) * 1000)::float8 as "lastAt",
       array(select o.issued_invoice_id::float8 from open o
             where (o.state, o.kind) = (g.state, g.kind) and o.code is not distinct from g.code and o.message is not distinct from g.message
             order by o.answered_at desc, o.issued_invoice_id limit $4) as "invoiceIds",
       ((select count(*) from newest) < $1) as "isWhole"
from grouped g
order by g.state desc, g.records desc, g.code
