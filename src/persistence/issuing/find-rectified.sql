-- Issued invoices that others correct or replace. $1 organization · $2 ids
select x.id::float8 as id, x.issuer_nif as "issuerNif", x.invoice_number as number,
       to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate", to_char(coalesce(x.operation_date, x.issue_date), 'YYYY-MM-DD') as "operationDate",
       coalesce(x.invoice_type, x.document::json ->> 'type') as type,
       exists (select from corrections k where k.issued_invoice_id = x.id and k.kind = 'anulacion') as "isAnnulled",
       (select y.id::float8 from issued_invoices y
        where y.rectified_invoice_id = x.id and y.invoice_type = 'F3'
          and not exists (select from corrections k where k.issued_invoice_id = y.id and k.kind = 'anulacion')
        limit 1) as "replacedBy"
from issued_invoices x
where x.organization_id = $1 and x.id = any ($2::bigint[])
