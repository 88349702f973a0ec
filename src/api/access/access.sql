-- name: createSession
-- params: keyHash, tokenHash, createdAt, expiresAt
-- Starts a session of a live key. It gives no row when the key is unknown or revoked.
select from create_session($1, $2, $3, $4)

-- name: endSession
-- params: tokenHash
-- Ends a session.
select end_session($1)

-- name: explainRefusal
-- params: hash, now
-- not null: organizationId, refusal
-- Whose a refused token or key is, and why it was refused. It gives no row when nobody ever had it.
select organization_id::float8 as "organizationId", reason as refusal from explain_refusal($1, $2) limit 1

-- name: findSession
-- params: tokenHash, now
-- not null: organizationId, organizationName, rights, expiresAt
-- type: issuerNifs readonly string[]
-- type: rights readonly KeyRight[] from src/contracts/codes.ts
-- Finds a live session: not expired, its key not revoked.
select organization_id::float8 as "organizationId", organization_name as "organizationName", issuer_nifs as "issuerNifs", rights,
       (extract(epoch from expires_at) * 1000)::float8 as "expiresAt"
from find_session($1, $2)

-- name: hasApiKey
-- params: keyHash
-- not null: known
-- unprepared
-- Whether a key with this hash exists, revoked or not.
select api_key_exists($1) as known
