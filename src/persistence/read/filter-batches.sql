-- A page of an organization's batches that a filter lets through, newest first, with their exact number. One row with null id when the page is empty.
-- Blocks of batches that ended long ago are counted whole (batch_blocks); batches are looked at in those that are not there yet or that the times cut.
-- $1 organization · $2 page · $3 per page · $4 status · $5, $6 received from and before; null is any
with bounds as materialized (
  select coalesce($5::timestamptz, '-infinity') as first, coalesce($6::timestamptz, 'infinity') as before,
         ($2::bigint - 1) * $3::integer as skipped
), blocks as materialized (
  select n.block,
         -- null: its batches tell.
         case when k.last_received_at < w.first or k.first_received_at >= w.before then 0
              when k.first_received_at >= w.first and k.last_received_at < w.before then
                case $4::text when 'processed' then k.processed when 'processed_with_errors' then k.processed_with_errors
                              when 'failed' then k.failed when 'received' then 0 when 'processing' then 0 else 1000 end
         end::bigint as fitting
  from bounds w
  cross join (select batches_count from organizations where id = $1 offset 0) o
  cross join lateral generate_series(0, (o.batches_count - 1) / 1000) n (block)
  left join batch_blocks k on k.organization_id = $1 and k.block = n.block
  where o.batches_count > 0
), loose as materialized (
  select b.block, a.ordinal
  from blocks b
  cross join lateral (select b.block * 1000 + 1 as first, b.block * 1000 + 1000 as last offset 0) r
  cross join bounds w
  join batches a on a.organization_id = $1 and a.ordinal between r.first and r.last
  where b.fitting is null and ($4 is null or a.status = $4) and a.received_at >= w.first and a.received_at < w.before
), walked as materialized (
  select block, fitting, is_loose, sum(fitting) over (order by block desc) as reached
  from (
    select block, fitting, false as is_loose from blocks where fitting > 0
    union all
    select block, count(*), true from loose group by block
  ) f
), shown as materialized (
  select k.* from walked k, bounds w where k.reached > w.skipped and k.reached - k.fitting < w.skipped + $3
), page as (
  select ordinal
  from (
    select l.ordinal from shown s join loose l on l.block = s.block where s.is_loose
    union all
    select s.block * 1000 + p.place
    from shown s
    join batch_blocks k on k.organization_id = $1 and k.block = s.block
    cross join lateral unnest(
      case when s.fitting = 1000 then array(select generate_series(1, 1000)::smallint)
           when $4 = 'processed' then k.processed_places
           when $4 = 'processed_with_errors' then k.processed_with_errors_places else k.failed_places end) p (place)
    where not s.is_loose
  ) o
  order by ordinal desc
  limit $3 offset (select w.skipped - coalesce(min(s.reached - s.fitting), 0) from bounds w left join shown s on true group by w.skipped)
)
select coalesce((select max(reached) from walked), 0)::float8 as "totalCount",
       b.id::float8 as id, b.external_batch_id, b.status, b.invoices_count,
       to_char(b.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as received_at,
       to_char(b.processed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as processed_at
from (select) one
left join (page join batches b on b.organization_id = $1 and b.ordinal = page.ordinal) on true
order by b.ordinal desc
