-- Ends a submission whose records are all answered, with the one that replaced it where its answers came late, and moves its chain's remission past them;
-- no row while one is missing.
-- $1 submission · $2 now
with complete as (
  select s.id, s.chain_id, s.last_sequence
  from submissions s
  where s.id = $1 and s.last_sequence - s.first_sequence + 1 = (
    select count(*) from record_answers a
    where a.chain_id = s.chain_id and a.sequence between s.first_sequence and s.last_sequence)
), ended as (
  update submissions s set answered_at = $2
  from complete
  where s.chain_id = complete.chain_id and s.last_sequence <= complete.last_sequence
    and s.answered_at is null and s.superseded_at is null
)
update remissions m set remitted_sequence = greatest(m.remitted_sequence, complete.last_sequence)
from complete
where m.chain_id = complete.chain_id
