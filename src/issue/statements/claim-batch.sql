-- Moves a batch from received to processing. No row: it already was, or is no longer, or its organization is paused. $1 batch
update batches b set status = 'processing'
where b.id = $1 and b.status = 'received' and not exists (select from organizations o where o.id = b.organization_id and o.paused_at is not null)
