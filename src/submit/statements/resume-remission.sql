-- Lets a halted chain send again: its open envelope is built anew. $1 chain · $2 now
with resumed as (
  update remissions set halted_at = null, halted_reason = null, failures = 0
  where chain_id = $1 and halted_at is not null
  returning chain_id
), superseded as (
  update submissions s set superseded_at = $2
  from resumed
  where s.chain_id = resumed.chain_id and s.answered_at is null and s.superseded_at is null
)
select from resumed
