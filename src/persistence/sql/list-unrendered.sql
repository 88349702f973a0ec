-- Issued invoices of a batch that have no PDF yet. $1 batch · $2, $3 first and last position
select x.id::float8 as "issuedInvoiceId", x.document, x.qr_url as "qrUrl", p.profile as "issuerProfile"
from issued_invoices x
left join issuer_profiles p on p.id = x.issuer_profile_id
where x.id between $1::bigint * 1000 + $2 and $1::bigint * 1000 + $3
  and not exists (select from pdfs where issued_invoice_id = x.id)
order by x.id
