-- A page of batches, newest first, as a range of ordinals: the same cost at any depth. One row with null id when the page is empty.
-- $1 organization · $2 page · $3 per page
select o.batches_count::float8 as "totalCount",
       b.id::float8 as id, b.external_batch_id, b.status, b.invoices_count,
       to_char(b.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as received_at,
       to_char(b.processed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as processed_at
from (
  -- Computed apart (`offset 0`): row-level security lets only bare comparisons choose the rows, before it has seen them.
  select id, batches_count, batches_count - $2::bigint * $3 + 1 as first, batches_count - ($2::bigint - 1) * $3 as last
  from organizations where id = $1 offset 0
) o
left join batches b on b.organization_id = $1 and b.ordinal between o.first and o.last
order by b.ordinal desc
