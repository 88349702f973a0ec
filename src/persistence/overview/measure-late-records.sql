-- How late the records of all chains are. Oldest: since the first one that AEAT has not answered was made, whatever it waits for. Overdue: since the
-- first one might have gone that nothing holds up, neither AEAT's wait nor an operator. $1 now
select greatest(coalesce(extract(epoch from $1 - min(r.generated_at)), 0), 0)::float8 as "oldestSeconds",
       greatest(coalesce(extract(epoch from $1 - min(greatest(r.generated_at, m.next_allowed_at, m.sending_until))
                                            filter (where m.halted_at is null and m.compare_since is null)), 0), 0)::float8 as "overdueSeconds"
from remissions m
join chains c on c.id = m.chain_id
cross join lateral (
  select generated_at from registration_records where chain_id = m.chain_id and sequence = m.remitted_sequence + 1
) r
where c.sequence > m.remitted_sequence
