-- Begins to pack; no row when it has begun. $1 now
insert into packing (id, started_at, until_id, packed_id)
select 1, $1, coalesce((select max(id) from issued_invoices), 0), 0
on conflict do nothing
