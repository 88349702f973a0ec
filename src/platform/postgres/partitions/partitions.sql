-- name: findArchivedMonth
-- params: batchId
-- not null: month
-- The month of a batch that left the database, YYYY-MM; no row where it is here.
select to_char(month, 'YYYY-MM') as month from archived_months() where $1 >= first_batch and $1 < end_batch

-- name: listPartitionDrops
-- params: tables
-- unprepared
-- The statements that take away the partitions of some tables.
select format('drop table %s', inhrelid::regclass) as statement from pg_inherits where inhparent = any ($1::text[]::regclass[])
