-- Issued invoices and the literal blocks of their documents. $1 organization · $2 issued at · then one list per column
with blocks as (
  insert into document_blocks (organization_id, batch_id, part, codec, occupancy, sha256, content)
  select $1::bigint, p.*
  from unnest($14::bigint[], $15::smallint[], $16::smallint[], $17::bigint[], $18::bytea[], $19::bytea[]) as p
)
insert into issued_invoices
  (organization_id, issued_at, id, issuer_nif, invoice_number, issue_date, total, issuer_profile_id, qr_url,
   invoice_type, issuer_name, operation_date, document_bytes, rectified_invoice_id)
select $1::bigint, $2, n.*
from unnest($3::bigint[], $4::text[], $5::text[], $6::text[]::date[], $7::text[]::numeric[], $8::bigint[], $9::text[],
            $10::text[], $11::text[], $12::text[]::date[], $13::bigint[], $20::bigint[]) as n
