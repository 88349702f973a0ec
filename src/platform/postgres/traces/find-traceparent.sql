-- The trace of the request that a batch came with. $1 batch
select traceparent from batches where id = $1
