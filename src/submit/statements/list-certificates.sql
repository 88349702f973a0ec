-- Certificates that were not removed, the newest of an issuer first. $1 organization or null
select id::float8 as id, organization_id::float8 as "organizationId", issuer_nif as "issuerNif", subject, is_seal as "isSeal", substring(sealed_pkcs12 for 5) as front,
       (extract(epoch from not_before) * 1000)::float8 as "notBefore", (extract(epoch from not_after) * 1000)::float8 as "notAfter"
from certificates
where ($1::bigint is null or organization_id = $1) and removed_at is null
order by organization_id, issuer_nif nulls first, id desc
