-- A page of an organization's batches that a filter lets through, newest first. One row with null id when the page is empty.
-- $1 organization · $2 page · $3 per page · $4 status · $5 external id · $6, $7 received from and to, both included, to the second as the API writes them
with found as materialized (
  select id, ordinal from batches
  where organization_id = $1
    and ($4::text is null or status = $4) and ($5::text is null or external_batch_id = $5)
    and ($6::timestamptz is null or received_at >= $6) and ($7::timestamptz is null or received_at < $7::timestamptz + interval '1 second')
), page as (
  select id from found order by ordinal desc limit $3 offset ($2::bigint - 1) * $3
)
select (select count(*) from found)::float8 as "totalCount",
       b.id::float8 as id, b.external_batch_id, b.status, b.invoices_count,
       to_char(b.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as received_at,
       to_char(b.processed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as processed_at
from (select) one
left join (page join batches b using (id)) on true
order by b.ordinal desc
