-- The blocks of records of some batches, as they are. $1, $2 the first batch and where they end
select p.organization_id::float8 as "organizationId", row_to_json(p)::text as row
from record_blocks p where p.batch_id >= $1 and p.batch_id < $2
order by p.organization_id, p.batch_id, p.part
