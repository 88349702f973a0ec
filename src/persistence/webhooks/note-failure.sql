-- Notes that an event was not delivered. $1 endpoint · $2 event · $3 now · $4 next try, null: given up · $5 why
update webhook_deliveries
set attempts = attempts + 1, first_failed_at = coalesce(first_failed_at, $3), last_failure = $5,
    next_attempt_at = coalesce($4, next_attempt_at),
    ended_at = case when $4::timestamptz is null then $3::timestamptz end,
    outcome = case when $4::timestamptz is null then 'given_up' end
where endpoint_id = $1 and event_id = $2 and ended_at is null
