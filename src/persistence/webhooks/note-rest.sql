-- Lets an endpoint rest after a failure. $1 endpoint · $2 now · $3 until · $4 failures more
update webhook_endpoints
set failures = failures + $4, failing_since = coalesce(failing_since, $2), rests_until = $3
where id = $1
