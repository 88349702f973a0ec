-- Stores PDFs; of two renderings of an invoice the first stays. $1 ids · $2 pages · $3 hashes · $4 contents
insert into pdfs (issued_invoice_id, organization_id, pages, sha256, content)
select n.id, x.organization_id, n.pages, n.sha256, n.content
from unnest($1::bigint[], $2::smallint[], $3::bytea[], $4::bytea[]) as n (id, pages, sha256, content)
join issued_invoices x on x.id = n.id
on conflict do nothing
