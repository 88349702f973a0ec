-- How long the first record might have gone to AEAT that nothing holds up, neither AEAT's wait, nor a message under way, nor an operator, in seconds. $1 now
select greatest(coalesce(extract(epoch from $1 - min(greatest(r.generated_at, m.next_allowed_at, m.sending_until))), 0), 0)::float8 as seconds
from remissions m
join chains c on c.id = m.chain_id and c.sequence > m.remitted_sequence
cross join lateral (
  select n.generated_at from registration_records n where n.chain_id = m.chain_id and n.sequence = m.remitted_sequence + 1 limit 1
) r
where m.halted_at is null and m.compare_since is null
