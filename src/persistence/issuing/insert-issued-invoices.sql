-- $1 organization · $2 issued at · then one list per column
insert into issued_invoices
  (organization_id, issued_at, id, issuer_nif, invoice_number, issue_date, total, issuer_profile_id, qr_url, document,
   invoice_type, issuer_name, operation_date)
select $1, $2, n.*
from unnest($3::bigint[], $4::text[], $5::text[], $6::date[], $7::numeric[], $8::bigint[], $9::text[], $10::text[],
            $11::text[], $12::text[], $13::date[]) as n
