-- $1 organization · $2 batch
select b.id::float8 as id, b.external_batch_id, b.status, b.invoices_count,
       to_char(b.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as received_at,
       to_char(b.processed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as processed_at
from batches b
where b.id = $2 and b.organization_id = $1
