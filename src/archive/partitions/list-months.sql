-- The months with where their ids begin and end, the oldest first.
select to_char(month, 'YYYY-MM') as month, first_batch_id::float8 as "firstBatch", (lead(first_batch_id) over (order by month))::float8 as "endBatch",
       first_render_batch_id::float8 as "firstRenderBatch", (lead(first_render_batch_id) over (order by month))::float8 as "finishRenderBatch",
       (extract(epoch from archived_at) * 1000)::float8 as "archivedAt", (extract(epoch from restored_at) * 1000)::float8 as "restoredAt",
       manifest_sha256 as "manifestSha256"
from months order by month
