-- Whether an issued invoice lacks the PDF that tells how it is now. $1 issued invoice
select x.id::float8 as id, x.organization_id::float8 as "organizationId", x.invoice_number as number, k.is_annulled as "isAnnulled",
       not exists (select from pdfs p where p.issued_invoice_id = x.id and p.is_annulled = k.is_annulled) as "isLacking"
from issued_invoices x
cross join lateral (select exists (select from corrections c where c.issued_invoice_id = x.id and c.kind = 'anulacion') as is_annulled) k
where x.id = $1
