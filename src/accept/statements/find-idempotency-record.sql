-- $1 organization · $2 key · $3 now · $4 how long a key is kept
select r.batch_id::float8 as "batchId", r.body_hash as "bodyHash", r.response,
       (select octet_length(b.body) from batch_bodies b
        where b.organization_id = r.organization_id and b.batch_id = r.batch_id) as "storedBytes"
from idempotency_records r
where r.organization_id = $1 and r.key = $2 and r.created_at > $3::timestamptz - $4::interval
