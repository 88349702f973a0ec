-- What the corrections (R1 to R5) of issued invoices add up to, without those that are annulled. $1 organization · $2 ids
select x.id::float8 as id, x.total::text as total,
       (select coalesce(sum(y.total), 0.00)::text from issued_invoices y
        where y.rectified_invoice_id = x.id and y.invoice_type <> 'F3'
          and not exists (select from corrections k where k.issued_invoice_id = y.id and k.kind = 'anulacion')) as corrections
from issued_invoices x
where x.organization_id = $1 and x.id = any ($2::bigint[])
