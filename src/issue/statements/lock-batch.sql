-- Holds a batch until the transaction ends; no row when it is finished. $1 batch
select from batches where id = $1 and status = 'processing' for update
