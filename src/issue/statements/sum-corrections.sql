-- What the corrections (R1 to R5) of issued invoices add up to, without those that are annulled. A correction may correct another one: all of them count to the invoice that is corrected first.
-- $1 organization · $2 ids
with recursive up as (
  select x.id as asked, x.id, x.rectified_invoice_id, x.invoice_type, 0 as steps
  from issued_invoices x where x.organization_id = $1 and x.id = any ($2::bigint[])
  union all
  select u.asked, x.id, x.rectified_invoice_id, x.invoice_type, u.steps + 1
  from up u join issued_invoices x on x.id = u.rectified_invoice_id
  where u.invoice_type like 'R%' and u.steps < 1000
), original as (
  select distinct on (asked) asked, id from up order by asked, steps desc
), down as (
  select o.id as original, o.id from (select distinct id from original) o
  union all
  select d.original, y.id
  from down d join issued_invoices y on y.rectified_invoice_id = d.id
  where y.invoice_type <> 'F3'
    and not exists (select from corrections k where k.issued_invoice_id = y.id and k.kind = 'anulacion')
), summed as (
  select d.original, coalesce(sum(y.total) filter (where y.id <> d.original), 0.00)::text as corrections
  from down d join issued_invoices y on y.id = d.id
  group by d.original
)
select o.asked::float8 as id, o.id::float8 as "originalId", x.total::text as total, s.corrections
from original o
join issued_invoices x on x.id = o.id
join summed s on s.original = o.id
