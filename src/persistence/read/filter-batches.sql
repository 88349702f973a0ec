-- A page of an organization's batches that a filter lets through, newest first, with their exact number. One row with null id when the page is empty.
-- Blocks of batches that ended long ago are counted whole (batch_blocks); batches are looked at in those that are not there yet or that the times cut.
-- $1 organization · $2 page · $3 per page · $4 status · $5, $6 received from and before; null is any
with asked as materialized (
  select coalesce($5::timestamptz, '-infinity') as first, coalesce($6::timestamptz, 'infinity') as before,
         -- Of a block, which counts fit: 1 or 0.
         ($4::text is null or $4 = 'processed')::integer as processed,
         ($4 is null or $4 = 'processed_with_errors')::integer as processed_with_errors,
         ($4 is null or $4 = 'failed')::integer as failed
), counted as materialized (
  select k.block,
         -- null: its batches tell.
         case when k.first_received_at >= a.first and k.last_received_at < a.before
              then k.processed * a.processed + k.processed_with_errors * a.processed_with_errors + k.failed * a.failed
              when k.last_received_at < a.first or k.first_received_at >= a.before then 0 end as fitting
  from asked a
  cross join batch_blocks k
  where k.organization_id = $1
), open as materialized (
  select block from counted where fitting is null
  union all
  select n.block
  from (
    select batches_count, batches_count / 1000 = (select count(*) from counted) as is_whole from organizations where id = $1 offset 0
  ) o
  -- Nearly always the last alone.
  cross join lateral generate_series(case when o.is_whole then o.batches_count / 1000 else 0 end, (o.batches_count - 1) / 1000) n (block)
  where o.batches_count > 0 and (o.is_whole or n.block not in (select block from counted))
), loose as materialized (
  select o.block, l.ordinal
  from asked a
  cross join open o
  -- Block by block (`offset 0`): as a plain join all batches would be read, for PostgreSQL does not know how few blocks there are.
  cross join lateral (
    select b.ordinal from batches b
    where b.organization_id = $1 and b.ordinal between o.block * 1000 + 1 and o.block * 1000 + 1000
      and ($4 is null or b.status = $4) and b.received_at >= a.first and b.received_at < a.before
    offset 0
  ) l
), walked as materialized (
  -- From the newest: how many fit in a block and in those after it.
  select block, fitting, is_loose, sum(fitting) over (order by block desc rows unbounded preceding) as reached
  from (
    select block, fitting, false as is_loose from counted where fitting > 0
    union all
    select block, count(*)::integer, true from loose group by block
  ) f
), shown as materialized (
  select block, fitting, is_loose, reached - fitting as before from walked
  where reached > ($2::bigint - 1) * $3 and reached - fitting < $2 * $3::integer
), page as (
  select ordinal
  from (
    select l.ordinal from shown s join loose l on l.block = s.block where s.is_loose
    union all
    select s.block * 1000 + p.place
    from shown s
    cross join lateral (select * from batch_blocks b where b.organization_id = $1 and b.block = s.block offset 0) k
    cross join lateral unnest(
      case when s.fitting = 1000 then array(select generate_series(1, 1000)::smallint)
           when $4 = 'processed' then k.processed_places
           when $4 = 'processed_with_errors' then k.processed_with_errors_places else k.failed_places end) p (place)
    where not s.is_loose
  ) o
  order by ordinal desc
  limit $3 offset ($2 - 1) * $3 - (select coalesce(min(before), ($2 - 1) * $3) from shown)
)
select coalesce((select max(reached) from walked), 0)::float8 as "totalCount",
       b.id::float8 as id, b.external_batch_id, b.status, b.invoices_count,
       to_char(b.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as received_at,
       to_char(b.processed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as processed_at
from (select) one
left join (page join batches b on b.organization_id = $1 and b.ordinal = page.ordinal) on true
order by b.ordinal desc
