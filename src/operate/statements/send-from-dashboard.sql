-- Lets the next message of a chain go earlier, with its act (migrations/0009-operators.sql). $1 hash of a session's token · $2 or the shared login · $3 client · $4 reason · $5 chain
select (extract(epoch from send_chain($1, $2, $3, $4, $5)) * 1000)::float8 as at
