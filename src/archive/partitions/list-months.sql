-- The months with where their ids begin and end, the oldest first.
select to_char(month, 'YYYY-MM') as month, first_batch_id::float8 as "firstBatch", (lead(first_batch_id) over (order by month))::float8 as "endBatch",
       first_print_id::float8 as "firstPrint", (lead(first_print_id) over (order by month))::float8 as "endPrint",
       (extract(epoch from left_at) * 1000)::float8 as "leftAt", (extract(epoch from returned_at) * 1000)::float8 as "returnedAt",
       manifest_sha256 as "manifestSha256"
from months order by month
