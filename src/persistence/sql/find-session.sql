-- A live session: not expired, its key not revoked. $1 hash of the token · $2 now
select s.organization_id::float8 as "organizationId", o.name as "organizationName",
       (extract(epoch from s.expires_at) * 1000)::float8 as "expiresAt"
from sessions s
join api_keys k on k.id = s.api_key_id and k.revoked_at is null
join organizations o on o.id = s.organization_id
where s.token_hash = $1 and s.expires_at > $2
