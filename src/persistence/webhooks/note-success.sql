-- An endpoint that failed works again. $1 endpoint
update webhook_endpoints set failures = 0, failing_since = null, rests_until = null where id = $1
