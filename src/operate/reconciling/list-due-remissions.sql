-- Chains that may send records now, or are to be compared with AEAT first: organizations take turns, of each those that waited longest
-- first. A comparison waits for nothing but its own time. $1 now · $2 at most · $3 records of a full envelope
select m.chain_id::float8 as "chainId", m.organization_id::float8 as "organizationId",
       (c.sequence - m.remitted_sequence)::float8 as records,
       (m.compare_since is null and coalesce(m.next_allowed_at > $1, false)) as "isFull"
from remissions m
join chains c on c.id = m.chain_id
where m.halted_at is null
  and case when m.compare_since is not null then m.compare_after is null or m.compare_after <= $1
      else c.sequence > m.remitted_sequence
           and (m.sending_until is null or m.sending_until <= $1)
           and (m.next_allowed_at is null or m.next_allowed_at <= $1
                or (m.failures = 0 and c.sequence - m.remitted_sequence >= $3
                    and not exists (
                      select from submissions s
                      where s.chain_id = m.chain_id and s.answered_at is null and s.superseded_at is null)))
      end
order by row_number() over (partition by m.organization_id order by m.next_allowed_at nulls first), m.next_allowed_at nulls first
limit $2
