-- name: listHeldSessions
-- params: idleSeconds, longSeconds
-- not null: kind, pid, blocked
-- type: kind 'blocking' | 'idle' | 'long'
-- Sessions of the database that hold up others, then those that keep a transaction open, at most 20.
select kind, pid, login::text as login, application, state, (extract(epoch from transaction_since) * 1000)::float8 as "transactionSince",
       (extract(epoch from waited_for_since) * 1000)::float8 as "waitedForSince", relation, mode, blocked, statement
from list_held_sessions($1, $2)

-- name: seesOtherLogins
-- not null: sees
-- Whether the function of this database may see what other logins do (pg_read_all_stats).
select pg_has_role('engine_monitor', 'pg_read_all_stats', 'usage') as sees

-- name: readWritability
-- not null: isStandby, mayOnlyRead
-- Whether the server is a standby, and whether transactions may only read.
select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::boolean as "mayOnlyRead"

-- name: readClock
-- The time of the database in milliseconds since 1970.
select (extract(epoch from clock_timestamp()) * 1000)::float8 as now
