-- name: createSession
-- params: keyHash, tokenHash, createdAt, expiresAt
-- Creates a session of an API key. Returns no row if the key is unknown or revoked.
select from create_session($1, $2, $3, $4)

-- name: endSession
-- params: tokenHash
-- Ends a session.
select end_session($1)

-- name: explainRefusal
-- params: hash, now
-- not null: organizationId, refusal
-- Returns the organization of a refused token or key and the reason of the refusal. Returns no row if the token or key never existed.
select organization_id::float8 as "organizationId", reason as refusal from explain_refusal($1, $2) limit 1

-- name: findSession
-- params: tokenHash, now
-- not null: organizationId, organizationName, rights, isMigrating, expiresAt
-- type: issuerNifs readonly string[]
-- type: rights readonly KeyRight[] from src/contracts/codes.ts
-- Finds a session that has not expired and whose key is not revoked.
select organization_id::float8 as "organizationId", organization_name as "organizationName", issuer_nifs as "issuerNifs", rights, is_migrating as "isMigrating",
       (extract(epoch from expires_at) * 1000)::float8 as "expiresAt"
from find_session($1, $2)

-- name: hasApiKey
-- params: keyHash
-- not null: known
-- unprepared
-- Returns whether a key with this hash exists, revoked or not.
select api_key_exists($1) as known
