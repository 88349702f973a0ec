-- A page of an organization's batches that a filter lets through, newest first, with their exact number. One row with null id when the page is empty.
-- Batches that ended long ago are counted by spans of 16 blocks (batch_spans), by blocks of 1000 (batch_blocks) where there is no span yet or the times cut it, and looked at where
-- there is no block yet or the times cut that.
-- $1 organization · $2 page · $3 per page · $4 status · $5, $6 received from and before; null is any
with asked as materialized (
  select coalesce($5::timestamptz, '-infinity') as first, coalesce($6::timestamptz, 'infinity') as before,
         -- Of a block or a span, which counts fit: 1 or 0.
         ($4::text is null or $4 = 'processed')::integer as processed,
         ($4 is null or $4 = 'processed_with_errors')::integer as processed_with_errors,
         ($4 is null or $4 = 'failed')::integer as failed
), spans as materialized (
  select s.span,
         -- null: its blocks tell.
         case when s.first_received_at >= a.first and s.last_received_at < a.before
              then s.processed * a.processed + s.processed_with_errors * a.processed_with_errors + s.failed * a.failed
              when s.last_received_at < a.first or s.first_received_at >= a.before then 0 end as fitting
  from asked a
  cross join batch_spans s
  where s.organization_id = $1
), untold as materialized (
  -- Spans whose blocks tell, each with its last block that has batches.
  select n.span, least(n.span * 16 + 15, (o.batches_count - 1) / 1000) as last_block
  from (select batches_count from organizations where id = $1 offset 0) o
  cross join lateral generate_series(0, (o.batches_count - 1) / 16000) n (span)
  where o.batches_count > 0 and n.span not in (select span from spans where fitting is not null)
), counted as materialized (
  select k.block,
         -- null: its batches tell.
         case when k.first_received_at >= a.first and k.last_received_at < a.before
              then k.processed * a.processed + k.processed_with_errors * a.processed_with_errors + k.failed * a.failed
              when k.last_received_at < a.first or k.first_received_at >= a.before then 0 end as fitting
  from asked a
  cross join untold u
  -- Span by span (`offset 0`), and block by block below: as a plain join all would be read, for PostgreSQL does not know how few there are.
  cross join lateral (select * from batch_blocks b where b.organization_id = $1 and b.block between u.span * 16 and u.last_block offset 0) k
), open as materialized (
  select block from counted where fitting is null
  union all
  -- Nearly always the last alone.
  select n.block
  from untold u
  cross join lateral generate_series(u.span * 16, u.last_block) n (block)
  where n.block not in (select block from counted)
), loose as materialized (
  select o.block, l.ordinal
  from asked a
  cross join open o
  cross join lateral (
    select b.ordinal from batches b
    where b.organization_id = $1 and b.ordinal between o.block * 1000 + 1 and o.block * 1000 + 1000
      and ($4 is null or b.status = $4) and b.received_at >= a.first and b.received_at < a.before
    offset 0
  ) l
), walked as materialized (
  -- From the newest: how many fit in a span, a block or the batches of one, and in all after it.
  select block, fitting, kind, sum(fitting) over (order by block desc rows unbounded preceding) as reached
  from (
    select span * 16 as block, fitting, 'span' as kind from spans where fitting > 0
    union all
    select block, fitting, 'block' from counted where fitting > 0
    union all
    select block, count(*)::integer, 'batches' from loose group by block
  ) f
), reached as materialized (
  select block, fitting, kind, reached - fitting as before from walked
  where reached > ($2::bigint - 1) * $3 and reached - fitting < $2 * $3::integer
), shown as materialized (
  select block, fitting, is_loose, before
  from (
    select block, fitting, kind = 'batches' as is_loose, before from reached where kind <> 'span'
    union all
    select k.block, k.fitting, false, r.before + sum(k.fitting) over (partition by r.block order by k.block desc rows unbounded preceding) - k.fitting
    from reached r
    cross join asked a
    cross join lateral (
      select b.block, b.processed * a.processed + b.processed_with_errors * a.processed_with_errors + b.failed * a.failed as fitting
      from batch_blocks b where b.organization_id = $1 and b.block between r.block and r.block + 15
      offset 0
    ) k
    where r.kind = 'span'
  ) o
  where fitting > 0 and before + fitting > ($2::bigint - 1) * $3 and before < $2 * $3::integer
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
