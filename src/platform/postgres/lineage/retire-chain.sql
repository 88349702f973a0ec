-- Retires a chain that waits for a comparison: the next batch opens another. What it has not remitted goes on. Holds the chain first, as
-- mark-chains does. $1 chain · $2 now
with held as materialized (
  select id from chains where id = $1 for update
), freed as (
  update remissions m set compare_since = null, compare_after = null, halted_at = null, halted_reason = null, failures = 0
  from held
  where m.chain_id = held.id and m.compare_since is not null
  returning m.chain_id
)
update chains c set retired_at = $2 from freed where c.id = freed.chain_id
