-- Marks chains as to be compared with AEAT before anything is issued in them. Holds them first, in the order of lock-chains: whoever
-- issues in one has committed, or finds the mark. $1 now · $2 chain, or null for all
with held as materialized (
  select c.id, c.organization_id, c.issuer_nif
  from chains c join organizations o on o.id = c.organization_id
  where c.retired_at is null and o.verifactu and ($2::bigint is null or c.id = $2)
  order by c.organization_id, c.issuer_nif
  for no key update of c
)
update remissions m set compare_since = $1, compare_after = null
from held
where m.chain_id = held.id
returning m.chain_id::float8 as "chainId", held.organization_id::float8 as "organizationId", held.issuer_nif as "issuerNif"
