-- Gives an endpoint back that was claimed until $2; whoever took it since keeps it. $1 endpoint · $2 the lease
update webhook_endpoints set leased_until = null where id = $1 and leased_until = $2
