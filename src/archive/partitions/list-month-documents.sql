-- The issued invoices of some batches. $1, $2 the first batch and where they end
select x.organization_id::float8 as "organizationId", x.id::float8 as "invoiceId", x.issuer_nif as "issuerNif", x.invoice_number as "invoiceNumber",
       x.issue_date::text as "issueDate", x.total::text as total
from issued_invoices x
where x.id >= $1::bigint * 1000 and x.id < $2::bigint * 1000
order by x.organization_id, x.id
