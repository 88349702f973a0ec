-- Issued invoices of a batch that have no PDF yet or a damaged one, or were annulled and have none that says so. $1 batch · $2, $3 first and last position
select x.id::float8 as "issuedInvoiceId", x.document_bytes as bytes, x.qr_url as "qrUrl", p.profile as "issuerProfile",
       k.day as "annulledOn"
from issued_invoices x
left join issuer_profiles p on p.id = x.issuer_profile_id
cross join lateral (
  select to_char(min(c.created_at) at time zone 'Europe/Madrid', 'YYYY-MM-DD') as day
  from corrections c where c.issued_invoice_id = x.id and c.kind = 'anulacion') k
where x.id between $1::bigint * 1000 + $2 and $1::bigint * 1000 + $3
  and not exists (select from pdfs where issued_invoice_id = x.id and is_annulled = (k.day is not null) and is_pdf_intact(print_id))
order by x.id
