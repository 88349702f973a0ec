-- Gives a try more time, unless another one began meanwhile. $1 chain · $2 attempt · $3 sending until
update remissions set sending_until = $3 where chain_id = $1 and attempt = $2
