-- name: findTraceparent
-- params: batchId
-- Returns the traceparent of the request that created a batch.
select traceparent from batches where id = $1

-- name: listTraceparents
-- params: chainId, first, last
-- Returns the traceparents of the batches to which records of a chain belong.
select b.traceparent
from (select distinct issued_invoice_id / 1000 as id from registration_records where chain_id = $1 and sequence between $2 and $3) of_batches
join batches b using (id)
where b.traceparent is not null
order by b.id
limit 32
