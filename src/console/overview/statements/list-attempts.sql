-- The last messages of a chain to AEAT. $1 chain · $2 at most
select a.attempt::float8 as attempt, (extract(epoch from a.started_at) * 1000)::float8 as "startedAt", (extract(epoch from a.ended_at) * 1000)::float8 as "endedAt",
       a.outcome, a.reason, a.code, a.message, a.http_status as "httpStatus"
from submission_attempts a
where a.chain_id = $1
order by a.attempt desc
limit $2
