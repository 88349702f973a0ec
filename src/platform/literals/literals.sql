-- name: readDocumentBlocks
-- params: batchIds, parts
-- Reads document blocks by batch and part.
select n.batch_id::float8 as "batchId", n.part, p.codec, p.sha256, p.content
from unnest($1::bigint[], $2::smallint[]) as n (batch_id, part)
cross join lateral (select a.* from document_blocks a where a.batch_id = n.batch_id and a.part = n.part limit 1) p

-- name: readRecordBlocks
-- params: batchIds, parts
-- Reads record blocks by batch and part.
select n.batch_id::float8 as "batchId", n.part, p.codec, p.sha256, p.content
from unnest($1::bigint[], $2::smallint[]) as n (batch_id, part)
cross join lateral (select a.* from record_blocks a where a.batch_id = n.batch_id and a.part = n.part limit 1) p

-- name: readOwnDocumentBlocks
-- params: organizationId, batchIds, parts
-- Reads document blocks of an organization by batch and part.
select n.batch_id::float8 as "batchId", n.part, p.codec, p.sha256, p.content
from unnest($2::bigint[], $3::smallint[]) as n (batch_id, part)
cross join lateral (
  select a.codec, a.sha256, a.content from document_blocks a
  where a.batch_id = n.batch_id and a.part = n.part and a.organization_id = $1
  limit 1) p
