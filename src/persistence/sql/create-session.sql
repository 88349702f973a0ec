-- Starts a session of a live key; no row when the key is unknown or revoked. $1 hash of the key · $2 hash of the token · $3 now · $4 end
insert into sessions (token_hash, organization_id, api_key_id, created_at, expires_at)
select $2, organization_id, id, $3, $4 from api_keys where key_hash = $1 and revoked_at is null
returning expires_at as "expiresAt"
