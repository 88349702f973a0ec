-- Marks chains as to be compared with AEAT before anything is issued in them. $1 now · $2 chain, or null for all
update remissions m set compare_since = $1
from chains c join organizations o on o.id = c.organization_id
where c.id = m.chain_id and c.retired_at is null and o.verifactu and ($2::bigint is null or c.id = $2)
returning m.chain_id::float8 as "chainId", c.organization_id::float8 as "organizationId", c.issuer_nif as "issuerNif"
