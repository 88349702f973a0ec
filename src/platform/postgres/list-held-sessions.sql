-- Sessions of the database that hold up others, then those that keep a transaction open, at most 20. $1 seconds from which on one is told that is idle in its transaction · $2 seconds from which on a transaction is long
select kind, pid, login::text as login, application, state, (extract(epoch from transaction_since) * 1000)::float8 as "transactionSince",
       (extract(epoch from waited_for_since) * 1000)::float8 as "waitedForSince", relation, mode, blocked, statement
from list_held_sessions($1, $2)
