-- Stores a print, and which of these invoices' PDFs are in it. Of two prints of an invoice the first stays; one that is damaged is told of, and its print with it.
-- $1 version · $2 hash · $3 content, null where it lies in the store · $7 since which day it does
-- then one list per column: $4 issued invoices · $5 whether they say that the invoice is annulled · $6 pages
with wanted as (
  select n.id, x.organization_id, n.is_annulled, n.pages, p.issued_invoice_id is not null as is_damaged
  from unnest($4::bigint[], $5::boolean[], $6::smallint[]) as n (id, is_annulled, pages)
  cross join lateral (select a.organization_id from issued_invoices a where a.id = n.id limit 1) x
  left join lateral (select a.* from pdfs a where a.issued_invoice_id = n.id and a.is_annulled = n.is_annulled limit 1) p on true
  where p.issued_invoice_id is null or not is_pdf_intact(p.print_id)
), print as (
  insert into prints (organization_id, version, sha256, content, stored_on)
  select w.organization_id, $1, $2, $3, $7::date from wanted w limit 1
  returning id
), stored as (
  insert into pdfs (issued_invoice_id, organization_id, is_annulled, pages, print_id)
  select w.id, w.organization_id, w.is_annulled, w.pages, print.id
  from wanted w, print
  where not w.is_damaged
  on conflict do nothing
)
select print.id::float8 as "printId", w.id::float8 as "issuedInvoiceId" from wanted w, print where w.is_damaged
