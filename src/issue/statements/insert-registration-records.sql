-- The first records of invoices and the literal blocks of their XML. $1 organization · $2 generated at · then one list per column
with blocks as (
  insert into record_blocks (organization_id, batch_id, part, codec, occupancy, sha256, content)
  select $1::bigint, p.*
  from unnest($8::bigint[], $9::smallint[], $10::smallint[], $11::bigint[], $12::bytea[], $13::bytea[]) as p
)
insert into registration_records
  (organization_id, generated_at, kind, chain_id, sequence, issued_invoice_id, previous_hash, hash)
select $1::bigint, $2, 'alta', n.*
from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[]) as n
