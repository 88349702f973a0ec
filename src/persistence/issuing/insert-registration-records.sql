-- First records, and their packs where they do not stand in the rows. $1 organization · $2 generated at · then one list per column
with packed as (
  insert into record_packs (organization_id, batch_id, part, codec, positions, sha256, content)
  select $1::bigint, p.*
  from unnest($9::bigint[], $10::smallint[], $11::smallint[], $12::bigint[], $13::bytea[], $14::bytea[]) as p
)
insert into registration_records
  (organization_id, generated_at, kind, chain_id, sequence, issued_invoice_id, previous_hash, hash, xml)
select $1::bigint, $2, 'alta', n.*
from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[]) as n
