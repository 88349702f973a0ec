-- How the remission of all chains stands. $1 now
select coalesce(sum(c.sequence - m.remitted_sequence), 0)::float8 as pending,
       coalesce(extract(epoch from max(m.next_allowed_at - $1) filter (where c.sequence > m.remitted_sequence)), 0)::float8 as "waitSeconds",
       (count(*) filter (where m.halted_at is not null))::int as halted,
       (count(*) filter (where m.incident_since is not null))::int as incidents,
       greatest(coalesce(extract(epoch from $1 - min(m.incident_since)), 0), 0)::float8 as "incidentSeconds",
       (count(*) filter (where m.compare_since is not null and m.halted_at is null))::int as uncompared,
       greatest(extract(epoch from max($1 - m.compare_since) filter (where m.halted_at is null)), 0)::float8 as "uncomparedSeconds"
from remissions m
join chains c on c.id = m.chain_id
