-- Ends a batch; without an issued invoice there is nothing to render. $1 batch · $2 final status · $3 now · $4 whether any was issued
update batches set status = $2, processed_at = $3, rendered_at = case when $4 then null else $3::timestamptz end
where id = $1 and status = 'processing'
