-- Moves a batch from received to processing. No row: it already was, or is no longer. $1 batch
update batches set status = 'processing' where id = $1 and status = 'received'
