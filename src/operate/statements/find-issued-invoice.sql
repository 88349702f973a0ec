-- An issued invoice as its corrections need it. $1 id
select x.organization_id::float8 as "organizationId", x.issuer_nif as "issuerNif", x.invoice_number as number,
       to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate", x.total::text as total
from issued_invoices x
where x.id = $1
