-- Chains with their heads. $1 organization or null · $2 issuer's NIF or null
select c.id::float8 as id, c.organization_id::float8 as "organizationId", c.issuer_nif as "issuerNif",
       c.installation_number as "installationNumber", c.sequence::float8 as sequence, c.last_hash as "lastHash"
from chains c
where ($1::bigint is null or c.organization_id = $1) and ($2::text is null or c.issuer_nif = $2)
order by c.id
