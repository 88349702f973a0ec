-- A page of an organization's batches with an external id that a filter lets through, newest first, with their exact number. One row with null id when
-- the page is empty. $1 organization · $2 page · $3 per page · $4 status · $5, $6 received from and before · $7 external id; null is any but for $7
-- The index holds them in the order of the page. The number is counted each time: no count is kept for every name that a client gives.
with page as (
  select id from batches
  where organization_id = $1 and external_batch_id = $7
    and ($4::text is null or status = $4)
    and ($5::timestamptz is null or received_at >= $5) and ($6::timestamptz is null or received_at < $6)
  order by ordinal desc limit $3 offset ($2::bigint - 1) * $3
), counted as (
  select count(*) as total from batches
  where organization_id = $1 and external_batch_id = $7
    and ($4 is null or status = $4) and ($5 is null or received_at >= $5) and ($6 is null or received_at < $6)
)
select counted.total::float8 as "totalCount",
       b.id::float8 as id, b.external_batch_id, b.status, b.invoices_count,
       to_char(b.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as received_at,
       to_char(b.processed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as processed_at
from counted
left join (page join batches b using (id)) on true
order by b.ordinal desc
