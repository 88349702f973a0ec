-- How far packing is; no row when it has not begun.
select (extract(epoch from p.started_at) * 1000)::float8 as "startedAt",
       (select count(*) from (select from issued_invoices x where x.id > p.packed_id and x.id <= p.until_id limit $1) x)::float8 as left
from packing p
