-- name: createSession
-- params: keyHash, tokenHash, createdAt, expiresAt
-- Creates a session of an API key. Returns no row if the key is unknown or revoked.
select from create_session($1, $2, $3, $4)

-- name: describeAccess
-- params: credentialHash, now
-- not null: keyId, prefix, rights, organizationId, organizationName, verifactu, isMigrating, hasUniqueIds
-- type: issuerNifs readonly string[]
-- type: rights readonly KeyRight[] from src/contracts/codes.ts
-- type: outsideReason OutsideReason from src/contracts/codes.ts
-- Describes what an API key or a session token gives access to. Returns no row if it has ended.
select key_id::float8 as "keyId", prefix, rights, to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "expiresAt",
       organization_id::float8 as "organizationId", organization_name as "organizationName", issuer_nifs as "issuerNifs", verifactu,
       outside_reason as "outsideReason", migrating as "isMigrating", unique_external_ids as "hasUniqueIds", to_char(paused_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "pausedAt"
from describe_access($1, $2)

-- name: endSession
-- params: tokenHash
-- Ends a session.
select end_session($1)

-- name: explainRefusal
-- params: hash, now
-- not null: organizationId, refusal
-- Returns the organization of a refused token or key and the reason of the refusal. Returns no row
-- if the token or key never existed.
select organization_id::float8 as "organizationId", reason as refusal from explain_refusal($1, $2) limit 1

-- name: findApiKey
-- params: keyHash
-- not null: organizationId, organizationName, rights, isMigrating, hasUniqueIds
-- type: issuerNifs readonly string[]
-- type: rights readonly KeyRight[] from src/contracts/codes.ts
-- Finds an API key that is not revoked.
select organization_id::float8 as "organizationId", organization_name as "organizationName", issuer_nifs as "issuerNifs", rights, is_migrating as "isMigrating", unique_external_ids as "hasUniqueIds"
from find_api_key($1)

-- name: findSession
-- params: tokenHash, now
-- not null: organizationId, organizationName, rights, isMigrating, hasUniqueIds, expiresAt
-- type: issuerNifs readonly string[]
-- type: rights readonly KeyRight[] from src/contracts/codes.ts
-- Finds a session that has not expired and whose key is not revoked.
select organization_id::float8 as "organizationId", organization_name as "organizationName", issuer_nifs as "issuerNifs", rights, is_migrating as "isMigrating", unique_external_ids as "hasUniqueIds",
       (extract(epoch from expires_at) * 1000)::float8 as "expiresAt"
from find_session($1, $2)

-- name: hasApiKey
-- params: keyHash
-- not null: known
-- unprepared
-- Returns whether a key with this hash exists, revoked or not.
select api_key_exists($1) as known
