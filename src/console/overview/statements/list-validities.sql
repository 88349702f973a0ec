-- From when and until when certificates are valid that were not removed. $1 at most
select id::float8 as id, organization_id::float8 as "organizationId", issuer_nif as "issuerNif",
       (extract(epoch from not_before) * 1000)::float8 as "notBefore", (extract(epoch from not_after) * 1000)::float8 as "notAfter"
from certificates
where removed_at is null
order by organization_id, issuer_nif nulls first, id desc
limit $1
