-- Some PDFs whole. What list-batch-pdfs told of may say by now that it is annulled: the one with that hash. $1 organization · $2 issued invoices · $3 hashes
select p.issued_invoice_id::float8 as id, p.content
from unnest($2::bigint[], $3::bytea[]) as n (id, sha256)
join pdfs p on p.issued_invoice_id = n.id and p.sha256 = n.sha256 and p.organization_id = $1
