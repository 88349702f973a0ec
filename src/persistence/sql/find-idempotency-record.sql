-- $1 organization · $2 key · $3 now
select r.batch_id::float8 as "batchId", r.body_hash as "bodyHash", r.response
from idempotency_records r
where r.organization_id = $1 and r.key = $2 and r.created_at > $3::timestamptz - interval '24 hours'
