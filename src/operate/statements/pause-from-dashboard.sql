-- Pauses an organization, or lets it go on, with its act (migrations/0009-operators.sql). $1 hash of a session's token · $2 or the shared login · $3 client · $4 reason · $5 organization
-- $6 whether it is paused
select pause_organization($1, $2, $3, $4, $5, $6) as done
