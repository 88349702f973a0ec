-- Issued invoices that others correct or replace, and what replaces the simplified invoice that they are or, being R5, lead to. $1 organization · $2 ids
with recursive up as (
  select x.id as asked, x.id, x.rectified_invoice_id, x.invoice_type, 0 as steps
  from issued_invoices x where x.organization_id = $1 and x.id = any ($2::bigint[])
  union all
  select u.asked, x.id, x.rectified_invoice_id, x.invoice_type, u.steps + 1
  from up u join issued_invoices x on x.id = u.rectified_invoice_id
  where u.invoice_type = 'R5'
), original as (
  select distinct on (asked) asked, id from up order by asked, steps desc
)
select x.id::float8 as id, x.issuer_nif as "issuerNif", x.invoice_number as number,
       to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate", to_char(coalesce(x.operation_date, x.issue_date), 'YYYY-MM-DD') as "operationDate",
       x.invoice_type as type,
       exists (select from corrections k where k.issued_invoice_id = x.id and k.kind = 'anulacion') as "isAnnulled",
       o.id::float8 as "originalId",
       (select y.id::float8 from issued_invoices y
        where y.rectified_invoice_id = o.id and y.invoice_type = 'F3'
          and not exists (select from corrections k where k.issued_invoice_id = y.id and k.kind = 'anulacion')
        limit 1) as "replacedBy"
from original o
join issued_invoices x on x.id = o.asked
