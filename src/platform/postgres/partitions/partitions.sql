-- name: findArchivedMonth
-- params: batchId
-- not null: month
-- The month of a batch that left the database, YYYY-MM; no row where it is here.
select to_char(month, 'YYYY-MM') as month from archived_months() where $1 >= first_batch and $1 < end_batch
