-- Stores PDFs; of two renderings of an invoice the first stays. $1 ids · $2 whether they say that the invoice is annulled · $3 pages · $4 hashes · $5 contents
insert into pdfs (issued_invoice_id, organization_id, is_annulled, pages, sha256, content)
select n.id, x.organization_id, n.is_annulled, n.pages, n.sha256, n.content
from unnest($1::bigint[], $2::boolean[], $3::smallint[], $4::bytea[], $5::bytea[]) as n (id, is_annulled, pages, sha256, content)
cross join lateral (select a.organization_id from issued_invoices a where a.id = n.id limit 1) x
on conflict do nothing
