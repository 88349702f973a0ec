-- Retires a chain that waits for a comparison: the next batch opens another. What it has not remitted goes on. $1 chain · $2 now
with freed as (
  update remissions set compare_since = null, halted_at = null, halted_reason = null, failures = 0
  where chain_id = $1 and compare_since is not null
  returning chain_id
)
update chains c set retired_at = $2 from freed where c.id = freed.chain_id
