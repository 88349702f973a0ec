-- Begins a try. The wait is paid before the message leaves: whoever dies now leaves it behind. $1 chain · $2 sending until · $3 next allowed
update remissions set attempt = attempt + 1, sending_until = $2, next_allowed_at = greatest(next_allowed_at, $3)
where chain_id = $1
returning attempt::float8 as attempt
