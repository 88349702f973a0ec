-- $1 organization · $2 generated at · then one list per column
insert into registration_records
  (organization_id, generated_at, kind, chain_id, sequence, issued_invoice_id, previous_hash, hash, xml)
select $1, $2, 'alta', n.*
from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[]) as n
