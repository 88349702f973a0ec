-- Lets the next message of a chain go earlier (migrations/0005-remission.sql). $1 chain
select (extract(epoch from hasten_remission($1)) * 1000)::float8 as at
