-- Inserts the level-2 rollups whose 16 rollups are all there, in the range that was searched. Rollups never change, so that a second worker changes nothing.
-- $1, $2 organization and rollup where the search began · $3, $4 those where it continues; 0 and 0 where it reached the end
insert into status_rollups_2 (organization_id, rollup_2, first_received_at, last_received_at, processed, processed_with_errors, failed)
select b.organization_id, b.rollup / 16, min(b.first_received_at), max(b.last_received_at), sum(b.processed), sum(b.processed_with_errors), sum(b.failed)
from status_rollups_1 b
-- From the first of its 16 rollups: a search may begin in the middle.
where (b.organization_id, b.rollup) >= ($1::bigint, $2::bigint / 16 * 16) and ($3::bigint = 0 or (b.organization_id, b.rollup) < ($3, $4::bigint))
  and not exists (select from status_rollups_2 s where s.organization_id = b.organization_id and s.rollup_2 = b.rollup / 16)
group by b.organization_id, b.rollup / 16
having count(*) = 16
on conflict (organization_id, rollup_2) do nothing
