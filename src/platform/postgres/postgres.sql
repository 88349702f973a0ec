-- name: listHeldSessions
-- params: idleSeconds, longSeconds
-- not null: kind, pid, blocked
-- type: kind 'blocking' | 'idle' | 'long'
-- Lists at most 20 sessions of the database: first those that block others, then those with a
-- transaction open for a long time.
select kind, pid, login::text as login, application, state, (extract(epoch from transaction_since) * 1000)::float8 as "transactionSince",
       (extract(epoch from waited_for_since) * 1000)::float8 as "waitedForSince", relation, mode, blocked, statement
from list_held_sessions($1, $2)

-- name: seesOtherLogins
-- not null: sees
-- Returns whether the monitoring functions of this database can see the activity of other logins
-- (pg_read_all_stats).
select pg_has_role('engine_monitor', 'pg_read_all_stats', 'usage') as sees

-- name: readWritability
-- not null: isStandby, mayOnlyRead
-- Returns whether the server is a standby, and whether transactions are read-only.
select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::boolean as "mayOnlyRead"

-- name: readClock
-- Returns the time of the database in milliseconds since 1970.
select (extract(epoch from clock_timestamp()) * 1000)::float8 as now

-- name: readInstallation
-- not null: lineage
-- Returns the mark of the installation, and the cluster lineage of its database.
select mark, database_lineage() as lineage from installations
