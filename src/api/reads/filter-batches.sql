-- A page of an organization's batches that a filter lets through, newest first, with their exact number. One row with null id when the page is empty.
-- Batches that ended are counted by level-2 rollups (status_rollups_2); by level-1 rollups (status_rollups_1) where there is no level-2 rollup yet or a bound of time falls into it; and one by one
-- where there is no level-1 rollup yet or a bound of time falls into it.
-- $1 organization · $2 page · $3 per page · $4 status · $5, $6 received from and before; null is any
with asked as materialized (
  select coalesce($5::timestamptz, '-infinity') as first, coalesce($6::timestamptz, 'infinity') as before,
         -- Which counts of a rollup fit the status: 1 or 0.
         ($4::text is null or $4 = 'processed')::integer as processed,
         ($4 is null or $4 = 'processed_with_errors')::integer as processed_with_errors,
         ($4 is null or $4 = 'failed')::integer as failed
), rollups_2 as materialized (
  select s.rollup_2,
         -- Null where its level-1 rollups must be read.
         case when s.first_received_at >= a.first and s.last_received_at < a.before
              then s.processed * a.processed + s.processed_with_errors * a.processed_with_errors + s.failed * a.failed
              when s.last_received_at < a.first or s.first_received_at >= a.before then 0 end as fitting
  from asked a
  cross join status_rollups_2 s
  where s.organization_id = $1
), untold as materialized (
  -- Level-2 rollups whose level-1 rollups must be read, each with the last rollup that has batches.
  select n.rollup_2, least(n.rollup_2 * 16 + 15, (o.batches_count - 1) / 1000) as last_rollup
  from (select batches_count from organizations where id = $1 offset 0) o
  cross join lateral generate_series(0, (o.batches_count - 1) / 16000) n (rollup_2)
  where o.batches_count > 0 and n.rollup_2 not in (select rollup_2 from rollups_2 where fitting is not null)
), counted as materialized (
  select k.rollup,
         -- Null where its batches must be read.
         case when k.first_received_at >= a.first and k.last_received_at < a.before
              then k.processed * a.processed + k.processed_with_errors * a.processed_with_errors + k.failed * a.failed
              when k.last_received_at < a.first or k.first_received_at >= a.before then 0 end as fitting
  from asked a
  cross join untold u
  -- One by one (`offset 0`), as below: in a plain join PostgreSQL would read all rollups, since it cannot know how few there are.
  cross join lateral (select * from status_rollups_1 b where b.organization_id = $1 and b.rollup between u.rollup_2 * 16 and u.last_rollup offset 0) k
), open as materialized (
  select rollup from counted where fitting is null
  union all
  -- Nearly always only the last one.
  select n.rollup
  from untold u
  cross join lateral generate_series(u.rollup_2 * 16, u.last_rollup) n (rollup)
  where n.rollup not in (select rollup from counted)
), loose as materialized (
  select o.rollup, l.ordinal
  from asked a
  cross join open o
  cross join lateral (
    select b.ordinal from batches b
    where b.organization_id = $1 and b.ordinal between o.rollup * 1000 + 1 and o.rollup * 1000 + 1000
      and ($4 is null or b.status = $4) and b.received_at >= a.first and b.received_at < a.before
    offset 0
  ) l
), walked as materialized (
  -- From the newest: how many fit in a rollup of level 2, a rollup of level 1 or the batches of one, and in all after it.
  select rollup, fitting, kind, sum(fitting) over (order by rollup desc rows unbounded preceding) as reached
  from (
    select rollup_2 * 16 as rollup, fitting, 'rollup_2' as kind from rollups_2 where fitting > 0
    union all
    select rollup, fitting, 'rollup' from counted where fitting > 0
    union all
    select rollup, count(*)::integer, 'batches' from loose group by rollup
  ) f
), reached as materialized (
  select rollup, fitting, kind, reached - fitting as before from walked
  where reached > ($2::bigint - 1) * $3 and reached - fitting < $2 * $3::integer
), shown as materialized (
  select rollup, fitting, is_loose, before
  from (
    select rollup, fitting, kind = 'batches' as is_loose, before from reached where kind <> 'rollup_2'
    union all
    select k.rollup, k.fitting, false, r.before + sum(k.fitting) over (partition by r.rollup order by k.rollup desc rows unbounded preceding) - k.fitting
    from reached r
    cross join asked a
    cross join lateral (
      select b.rollup, b.processed * a.processed + b.processed_with_errors * a.processed_with_errors + b.failed * a.failed as fitting
      from status_rollups_1 b where b.organization_id = $1 and b.rollup between r.rollup and r.rollup + 15
      offset 0
    ) k
    where r.kind = 'rollup_2'
  ) o
  where fitting > 0 and before + fitting > ($2::bigint - 1) * $3 and before < $2 * $3::integer
), page as (
  select ordinal
  from (
    select l.ordinal from shown s join loose l on l.rollup = s.rollup where s.is_loose
    union all
    select s.rollup * 1000 + p.place
    from shown s
    cross join lateral (select * from status_rollups_1 b where b.organization_id = $1 and b.rollup = s.rollup offset 0) k
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
