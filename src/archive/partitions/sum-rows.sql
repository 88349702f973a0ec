-- How many blocks and render batches of a month there are, and what they say in whatever order (src/archive/checksum.ts).
-- $1, $2 the first batch and where they end · $3, $4 the first render batch and where they end
select t.name, t.rows::float8 as rows, coalesce(t.sum, 0)::text as sum
from (
  select 'document-blocks' as name, count(*) as rows,
         sum(('x' || encode(substring(sha256(convert_to(concat_ws(' ', batch_id, part, encode(sha256, 'hex')), 'UTF8')) for 7), 'hex'))::bit(56)::bigint::numeric) as sum
  from document_blocks where batch_id >= $1 and batch_id < $2
  union all
  select 'record-blocks', count(*),
         sum(('x' || encode(substring(sha256(convert_to(concat_ws(' ', batch_id, part, encode(sha256, 'hex')), 'UTF8')) for 7), 'hex'))::bit(56)::bigint::numeric)
  from record_blocks where batch_id >= $1 and batch_id < $2
  union all
  select 'render-batches', count(*),
         sum(('x' || encode(substring(sha256(convert_to(concat_ws(' ', id, encode(sha256, 'hex')), 'UTF8')) for 7), 'hex'))::bit(56)::bigint::numeric)
  from render_batches where id >= $3 and id < $4) t
