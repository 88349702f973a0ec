-- Counts blocks of 1000 batches that have all ended, some of those that are not there yet. Ended batches never change, so whoever comes second changes nothing.
-- $1, $2 organization and block to go on from · $3 blocks that are looked for at most · $4 that are counted at most
-- Gives where to go on, 0 and 0 after the last, and how many were filled.
with known as materialized (
  select o.id as organization_id, n.block
  from organizations o
  cross join lateral generate_series(case when o.id = $1::bigint then $2::bigint else 0 end, o.batches_count / 1000 - 1) n (block)
  where o.id >= $1 and o.batches_count >= 1000
  order by o.id, n.block
  limit $3
), missing as materialized (
  select k.organization_id, k.block from known k
  where not exists (select from batch_blocks b where b.organization_id = k.organization_id and b.block = k.block)
  order by k.organization_id, k.block
  limit $4
), counted as (
  select m.organization_id, m.block, c.*
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
      select a.status, a.received_at, (a.ordinal - m.block * 1000)::smallint as place from batches a
      where a.organization_id = m.organization_id and a.ordinal between m.block * 1000 + 1 and m.block * 1000 + 1000
    ) b
    having count(*) filter (where b.status in ('processed', 'processed_with_errors', 'failed')) = 1000
  ) c
  where not exists (
    select from batches a
    where a.organization_id = m.organization_id and a.ordinal between m.block * 1000 + 1 and m.block * 1000 + 1000 and a.processed_at is null)
), filled as (
  insert into batch_blocks (organization_id, block, first_received_at, last_received_at, processed, processed_with_errors, failed,
                            processed_places, processed_with_errors_places, failed_places)
  select * from counted
  on conflict (organization_id, block) do nothing
  returning block
), ends as (
  select organization_id, block from missing where (select count(*) from missing) = $4
  union all
  select organization_id, block from known where (select count(*) from known) = $3 and (select count(*) from missing) < $4
)
select (select count(*) from filled)::int as filled, coalesce(e.organization_id, 0)::float8 as "organizationId", coalesce(e.block + 1, 0)::float8 as block
from (select) one
left join lateral (select * from ends order by organization_id desc, block desc limit 1) e on true
