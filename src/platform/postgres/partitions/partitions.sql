-- name: findArchivedMonth
-- params: batchId
-- not null: month
-- Returns the month of an archived batch, YYYY-MM. Returns no row if the batch is not archived.
select to_char(month, 'YYYY-MM') as month from archived_months() where $1 >= first_batch and $1 < end_batch

-- name: listPartitionDrops
-- params: tables
-- unprepared
-- Returns the statements that drop the partitions of tables.
select format('drop table %s', inhrelid::regclass) as statement from pg_inherits where inhparent = any ($1::text[]::regclass[])
