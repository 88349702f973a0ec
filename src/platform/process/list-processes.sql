-- Processes that have renewed their row lately, in the order of their start. $1 seconds of a row's validity · $2 most
select role, host, pid, version, told, (extract(epoch from started_at) * 1000)::float8 as "startedAt",
       (extract(epoch from redis_changed_at) * 1000)::float8 as "redisChangedAt", (extract(epoch from renewed_at) * 1000)::float8 as "renewedAt"
from processes
where renewed_at > now() - make_interval(secs => $1)
order by started_at, host, pid
limit $2
