-- name: findTraceparent
-- params: batchId
-- The trace of the request that a batch came with.
select traceparent from batches where id = $1

-- name: listTraceparents
-- params: chainId, first, last
-- The traces of the batches that records of a chain belong to.
select b.traceparent
from (select distinct issued_invoice_id / 1000 as id from registration_records where chain_id = $1 and sequence between $2 and $3) of_batches
join batches b using (id)
where b.traceparent is not null
order by b.id
limit 32
