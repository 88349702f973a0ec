-- Ends a try, unless another one began meanwhile. With failures 0 the incident is over; the records that it delayed are those of the chain up to now. What a comparison halted
-- meanwhile stays halted.
-- $1 chain · $2 attempt · $3 wait in seconds · $4 next allowed · $5 failures · $6 now · $7 why it is halted, or null
-- $8 the wait that AEAT told, where it is more than is kept, or null
update remissions
set sending_until = null, wait_seconds = $3, excessive_wait_seconds = $8, next_allowed_at = $4, failures = $5,
    incident_sequence = case when $5 > 0 or incident_since is not null
                             then (select c.sequence from chains c where c.id = chain_id) else incident_sequence end,
    incident_since = case when $5 > 0 then coalesce(incident_since, $6) end,
    halted_at = case when $7::text is not null then $6::timestamptz else halted_at end, halted_reason = coalesce($7, halted_reason)
where chain_id = $1 and attempt = $2
