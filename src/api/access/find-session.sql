-- A live session: not expired, its key not revoked. $1 hash of the token · $2 now
select organization_id::float8 as "organizationId", organization_name as "organizationName", issuer_nifs as "issuerNifs", rights,
       (extract(epoch from expires_at) * 1000)::float8 as "expiresAt"
from find_session($1, $2)
