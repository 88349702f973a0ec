-- An order to correct an invoice; null where there is no such issued invoice, or one is open for it (migrations/0007-corrections.sql). $1 hash of a session's token · $2 or the shared login
-- $3 client · $4 reason · $5 issued invoice · $6 wish · $7 recipient outside the census
select order_correction($1, $2, $3, $4, $5, $6, $7)::float8 as id
