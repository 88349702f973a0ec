-- The next issued invoices of before with what stands in their rows, and in those of their first records: whole parts of batches, corrections not counted.
-- $1 after this invoice · $2 up to this one · $3 invoices that are looked at · $4 so many bytes of documents, and what the last part has more
with ahead as (
  select i.id, octet_length(i.document) as bytes from issued_invoices i
  where i.id > $1 and i.id <= $2
  order by i.id
  limit $3
), parts as (
  select id / 1000 as batch_id, id % 1000 / 64 as part,
         sum(coalesce(sum(bytes), 0)) over (order by id / 1000, id % 1000 / 64) - coalesce(sum(bytes), 0) as before
  from ahead
  group by 1, 2
)
select x.id::float8 as id, x.organization_id::float8 as "organizationId", x.document, r.xml
from parts n
cross join lateral (
  select a.id, a.organization_id, a.document from issued_invoices a
  where a.id between n.batch_id * 1000 + n.part * 64 and n.batch_id * 1000 + least(n.part * 64 + 63, 999) offset 0) x
left join lateral (
  select a.xml from registration_records a
  where a.issued_invoice_id = x.id and a.kind = 'alta' and a.xml is not null
    and not exists (select from corrections k where k.chain_id = a.chain_id and k.sequence = a.sequence)
  offset 0) r on true
where n.before < $4
order by x.id
