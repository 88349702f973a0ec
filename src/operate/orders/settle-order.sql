-- Ends an order that was not carried out; nothing where another worker has ended it. $1 order · $2 outcome · $3 why
update correction_orders set settled_at = now(), outcome = $2, told = $3 where id = $1 and settled_at is null
