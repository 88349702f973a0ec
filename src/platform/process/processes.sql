-- name: listProcesses
-- params: aliveSeconds, most
-- type: settings ReportedSettings from src/platform/config/shared-settings.ts
-- Lists the processes with a recent heartbeat, in the order of their start.
select role, host, pid, version, settings, (extract(epoch from started_at) * 1000)::float8 as "startedAt",
       (extract(epoch from redis_changed_at) * 1000)::float8 as "redisChangedAt", (extract(epoch from renewed_at) * 1000)::float8 as "renewedAt"
from processes
where renewed_at > now() - make_interval(secs => $1)
order by started_at, host, pid
limit $2

-- name: renewProcess
-- params: id, role, host, pid, version, settings
-- Records the heartbeat of a process with its settings, as JSON.
select renew_process($1, $2, $3, $4, $5, $6)

-- name: endProcess
-- params: id
-- Deletes the row of a process that ends.
select end_process($1)
