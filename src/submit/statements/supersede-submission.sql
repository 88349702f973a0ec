-- $1 submission · $2 now
update submissions set superseded_at = $2 where id = $1
