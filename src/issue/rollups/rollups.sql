-- name: fillRollups2
-- params: firstOrganizationId, firstRollup, endOrganizationId, endRollup
-- Inserts the level-2 rollups of a searched range whose 16 level-1 rollups all exist. Rollups never
-- change, so a concurrent worker does no harm. The range is from the first organization and rollup
-- up to the end, which is exclusive; 0 and 0 mean that the search reached the last one.
insert into status_rollups_2 (organization_id, rollup_2, first_received_at, last_received_at, processed, processed_with_errors, failed)
select b.organization_id, b.rollup / 16, min(b.first_received_at), max(b.last_received_at), sum(b.processed), sum(b.processed_with_errors), sum(b.failed)
from status_rollups_1 b
-- Begins with the first of the 16 level-1 rollups, because a search may begin in the middle of a
-- level-2 rollup.
where (b.organization_id, b.rollup) >= ($1::bigint, $2::bigint / 16 * 16) and ($3::bigint = 0 or (b.organization_id, b.rollup) < ($3, $4::bigint))
  and not exists (select from status_rollups_2 s where s.organization_id = b.organization_id and s.rollup_2 = b.rollup / 16)
group by b.organization_id, b.rollup / 16
having count(*) = 16
on conflict (organization_id, rollup_2) do nothing

-- name: fillRollups
-- params: organizationId, rollup, known, counted
-- Inserts missing level-1 rollups of 1000 finished batches. Finished batches never change, so a
-- concurrent worker does no harm. The search begins at an organization and rollup. It looks up at
-- most `known` existing rollups and computes at most `counted` new ones. Returns where to continue
-- (0 and 0 after the last one) and the number of inserted rollups.
with known as materialized (
  select o.id as organization_id, n.rollup
  from organizations o
  cross join lateral generate_series(case when o.id = $1::bigint then $2::bigint else 0 end, o.batches_count / 1000 - 1) n (rollup)
  where o.id >= $1 and o.batches_count >= 1000
  order by o.id, n.rollup
  limit $3
), missing as materialized (
  select k.organization_id, k.rollup from known k
  where not exists (select from status_rollups_1 b where b.organization_id = k.organization_id and b.rollup = k.rollup)
  order by k.organization_id, k.rollup
  limit $4
), counted as (
  select m.organization_id, m.rollup, c.*
  from missing m
  cross join lateral (
    select min(b.received_at), max(b.received_at),
           count(*) filter (where b.status = 'processed') as processed,
           count(*) filter (where b.status = 'processed_with_errors') as with_errors,
           count(*) filter (where b.status = 'failed') as failed,
           coalesce(array_agg(b.place order by b.place) filter (where b.status = 'processed'), '{}'),
           coalesce(array_agg(b.place order by b.place) filter (where b.status = 'processed_with_errors'), '{}'),
           coalesce(array_agg(b.place order by b.place) filter (where b.status = 'failed'), '{}')
    from (
      select a.status, a.received_at, (a.ordinal - m.rollup * 1000)::smallint as place from batches a
      where a.organization_id = m.organization_id and a.ordinal between m.rollup * 1000 + 1 and m.rollup * 1000 + 1000
    ) b
    having count(*) filter (where b.status in ('processed', 'processed_with_errors', 'failed')) = 1000
  ) c
  where not exists (
    select from batches a
    where a.organization_id = m.organization_id and a.ordinal between m.rollup * 1000 + 1 and m.rollup * 1000 + 1000 and a.processed_at is null)
), filled as (
  insert into status_rollups_1 (organization_id, rollup, first_received_at, last_received_at, processed, processed_with_errors, failed,
                            processed_places, processed_with_errors_places, failed_places)
  select * from counted
  on conflict (organization_id, rollup) do nothing
  returning rollup
), ends as (
  select organization_id, rollup from missing where (select count(*) from missing) = $4
  union all
  select organization_id, rollup from known where (select count(*) from known) = $3 and (select count(*) from missing) < $4
)
select (select count(*) from filled)::int as filled, coalesce(e.organization_id, 0)::float8 as "organizationId", coalesce(e.rollup + 1, 0)::float8 as rollup
from (select) one
left join lateral (select * from ends order by organization_id desc, rollup desc limit 1) e on true
