-- Adds up spans of 16 blocks that are all counted, of those that a look for blocks went through. Blocks never change, so whoever comes second changes nothing.
-- $1, $2 organization and block that the look began with · $3, $4 those that it goes on from; 0 and 0 where it came to the end
insert into batch_spans (organization_id, span, first_received_at, last_received_at, processed, processed_with_errors, failed)
select b.organization_id, b.block / 16, min(b.first_received_at), max(b.last_received_at), sum(b.processed), sum(b.processed_with_errors), sum(b.failed)
from batch_blocks b
-- From the first block of a span on: a look may begin in the middle of one.
where (b.organization_id, b.block) >= ($1::bigint, $2::bigint / 16 * 16) and ($3::bigint = 0 or (b.organization_id, b.block) < ($3, $4::bigint))
  and not exists (select from batch_spans s where s.organization_id = b.organization_id and s.span = b.block / 16)
group by b.organization_id, b.block / 16
having count(*) = 16
on conflict (organization_id, span) do nothing
